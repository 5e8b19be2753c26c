# lfm on the CPU: docker build -t lfm . && docker run --rm -v "$PWD:/data" lfm fit X.csv -k 10 -o model.lfm
# For GPUs replace the second image by one with cuBLAS 12, such as nvidia/cuda:12.6.3-base-ubuntu24.04 with
# libcublas-12-6 and a Java 17 run-time, and run with --gpus all.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
RUN mvn -B -q -Pdist -DskipTests package \
    && mkdir /opt/lfm \
    && tar -xzf dist/target/lfm-*.tar.gz -C /opt/lfm --strip-components=1

FROM eclipse-temurin:17-jre
COPY --from=build /opt/lfm /opt/lfm
RUN ln -s /opt/lfm/bin/lfm /usr/local/bin/lfm \
    && useradd --create-home lfm
USER lfm
WORKDIR /data
ENTRYPOINT ["lfm"]
CMD ["--help"]
