// What a reader can do with a page: sort its tables, see the value under the pointer or the focus,
// choose a feature, and show only the rows that have one. Without this script the page is complete.
(() => {
  'use strict';

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  /** The number of a feature, and its name if it has one. */
  const labelOf = feature => {
    const line = document.querySelector(`.incidence [data-feature="${feature}"]`);
    return line ? line.dataset.name : feature;
  };

  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    element.append(...children);
    return element;
  };

  /** Puts the content of an element into a button, which a keyboard reaches. */
  const press = element => {
    const button = make('button', {type: 'button'});
    button.append(...element.childNodes);
    element.append(button);
    return button;
  };

  // ---- Values: what hovers, has the focus or is touched says what it is.

  const tip = make('div', {id: 'tip', role: 'status', hidden: ''});

  const showTip = (text, x, y) => {
    tip.hidden = !text;
    tip.textContent = text;
    const left = Math.min(x + 12, document.documentElement.clientWidth - tip.offsetWidth - 4);
    const above = y + 20 + tip.offsetHeight > document.documentElement.clientHeight;
    tip.style.left = Math.max(4, left) + 'px';
    tip.style.top = Math.max(4, above ? y - tip.offsetHeight - 10 : y + 16) + 'px';
  };

  const titled = () => {
    all('[title]').forEach(element => {
      element.dataset.tip = element.title;
      element.removeAttribute('title');
    });
    all('svg g > title').forEach(title => {
      title.parentNode.dataset.tip = title.textContent;
      title.remove();
    });
  };

  const heading = cell => cell.closest('table').tHead.rows[0].cells[cell.cellIndex];

  const cellTip = cell => {
    const name = cell.parentNode.cells[0].textContent;
    return `${heading(cell.parentNode.cells[0]).textContent} ${name}, `
      + `${heading(cell).textContent}: ${cell.textContent}`;
  };

  /** φ of two features, and how many rows have both against what independence gives. */
  const pairTip = cell => {
    if (!cell.dataset.both) {
      return '';
    }
    const table = cell.closest('table');
    const [a, b] = [cell.parentNode.rowIndex, cell.cellIndex];
    const rows = k => Number(table.rows[k].cells[0].dataset.rows);
    const expected = rows(a) * rows(b) / Number(table.dataset.count);
    return `features ${labelOf(a)} and ${labelOf(b)}: φ = ${cell.textContent}; ${cell.dataset.both} rows have both, `
      + `${expected.toFixed(1)} if independent`;
  };

  const pixels = new WeakMap();

  const shade = (image, j) => {
    if (!pixels.has(image)) {
      const canvas = make('canvas', {width: image.naturalWidth, height: 1});
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      pixels.set(image, context.getImageData(0, 0, image.naturalWidth, 1).data);
    }
    return 1 - pixels.get(image)[4 * j] / 255;
  };

  const incidenceTip = (image, x) => {
    const box = image.getBoundingClientRect();
    const width = image.naturalWidth;
    const j = Math.max(0, Math.min(width - 1, Math.floor((x - box.left) / box.width * width)));
    const feature = image.parentNode.dataset.name;
    const matrix = image.parentNode.parentNode;
    const band = matrix.querySelectorAll('.bands [data-count]')[
      all('img', image.parentNode).indexOf(image)];
    const about = (band || matrix).dataset;
    const where = band ? `${band.textContent}: ` : '';
    if (about.rows) {
      const verb = shade(image, j) > .5 ? 'has' : 'does not have';
      const name = about.names && JSON.parse(about.names)[j].trim();
      const row = name || `row ${about.rows.split(' ')[j]}`;
      return `${where}${row} ${verb} feature ${feature}`;
    }
    const rows = Math.round(about.count / width);
    return `${where}${Math.round(100 * shade(image, j))} % of about ${rows} rows have feature ${feature}`;
  };

  const tipOf = (target, x) => {
    const element = target.closest(
      '.incidence img, table.heat td, [data-tip], table.sortable tbody td');
    if (!element) {
      return '';
    }
    if (element.matches('.incidence img')) {
      return incidenceTip(element, x);
    }
    if (element.matches('table.heat td')) {
      return pairTip(element);
    }
    return element.dataset.tip || cellTip(element);
  };

  const watchValues = () => {
    document.addEventListener('pointermove', event =>
      showTip(tipOf(event.target, event.clientX), event.clientX, event.clientY));
    document.addEventListener('pointerdown', event =>
      showTip(tipOf(event.target, event.clientX), event.clientX, event.clientY));
    const showFocused = element => {
      const box = element.getBoundingClientRect();
      showTip(tipOf(element, box.left), box.left, box.bottom);
    };
    document.addEventListener('focusin', event => showFocused(event.target));
    document.addEventListener('focusout', () => showTip('', 0, 0));
    // Focus itself scrolls, to bring its element into view.
    document.addEventListener('scroll', () => showFocused(document.activeElement));
  };

  /** One cell of each table is reached by Tab, the others from there by the arrow keys. */
  const walkCells = table => {
    const first = table.querySelector('tbody td');
    if (!first) {
      return;
    }
    first.tabIndex = 0;
    table.addEventListener('keydown', event => {
      const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
      const cell = event.target.closest('td');
      if (!step || !cell) {
        return;
      }
      const rows = [...table.tBodies[0].rows].filter(row => !row.hidden);
      const row = rows[rows.indexOf(cell.parentNode) + step[0]];
      const next = row && row.cells[cell.cellIndex + step[1]];
      if (next && next.matches('td')) {
        cell.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      }
      event.preventDefault();
    });
  };

  // ---- Sorting: largest first, smallest first, as it was.

  const compare = (a, b, isNumber) => {
    if (!isNumber) {
      return a.localeCompare(b, 'en', {numeric: true});
    }
    return a - b;
  };

  const number = text => parseFloat(text.replace(/[,\s%+]/g, '').replace('−', '-'));

  const sortable = table => {
    const body = table.tBodies[0];
    const original = [...body.rows];
    [...table.tHead.rows[0].cells].forEach((th, j) => {
      const isNumber = th.matches('.number');
      const key = row => isNumber ? number(row.cells[j].textContent) : row.cells[j].textContent;
      press(th).addEventListener('click', () => {
        const next = {descending: 'ascending', ascending: null}[th.getAttribute('aria-sort')];
        const order = next === undefined ? 'descending' : next;
        all('th[aria-sort]', table).forEach(other => other.removeAttribute('aria-sort'));
        const sign = order === 'ascending' ? 1 : -1;
        const rows = [...original];
        if (order) {
          th.setAttribute('aria-sort', order);
          // What is no number comes last in either order.
          rows.sort((a, b) => isNumber && (isNaN(key(a)) || isNaN(key(b)))
            ? isNaN(key(a)) - isNaN(key(b))
            : sign * compare(key(a), key(b), isNumber));
        }
        body.append(...rows);
      });
    });
  };

  // ---- Filtering: only the rows and pictures of a section that have a feature.

  const has = (element, feature) => element.dataset.features.split(' ').includes(feature);

  const filters = [];

  const filterable = table => {
    const section = table.closest('section');
    const rows = all('tr[data-features]', table);
    const held = [...rows, ...all('figure[data-features]', section)];
    const features = [...new Set(rows.flatMap(row => row.dataset.features.split(' ')))]
      .filter(feature => feature).sort((a, b) => a - b);
    const select = make('select', {}, make('option', {value: ''}, 'any'),
      ...features.map(feature => make('option', {value: feature}, labelOf(feature))));
    const count = make('output', {});
    const filter = feature => {
      select.value = features.includes(feature) ? feature : '';
      held.forEach(element => {
        element.hidden = feature !== '' && !has(element, feature);
      });
      const left = rows.filter(row => !row.hidden).length;
      count.textContent = feature ? `${left} of ${rows.length}` : '';
    };
    select.addEventListener('change', () => filter(select.value));
    table.before(make('label', {class: 'filter'}, 'Only rows with feature', select, count));
    filters.push(filter);
  };

  // ---- Choosing: a feature lights up with its rows, its columns and its partners.

  let chosen = null;
  const panel = make('aside', {id: 'chosen', 'aria-live': 'polite', hidden: ''});

  /** The features whose correlation with one is beyond chance, strongest first. */
  const partners = feature => {
    const found = new Map();
    const note = (other, text) => found.set(other, text);
    const row = document.querySelector(`table.heat th[scope=row][data-feature="${feature}"]`);
    if (row) {
      [...row.parentNode.cells].filter(cell => cell.dataset.both)
        .forEach(cell => note(String(cell.cellIndex), cell.textContent));
    } else {
      all('[data-chance] tr[data-features]').filter(tr => has(tr, feature))
        .forEach(tr => note(tr.dataset.features.split(' ').find(k => k !== feature),
          tr.cells[1].textContent));
    }
    const table = document.querySelector('[data-chance]');
    const chance = table ? Number(table.dataset.chance) : 0;
    return new Map([...found].filter(([, phi]) => Math.abs(number(phi)) > chance)
      .sort(([, a], [, b]) => Math.abs(number(b)) - Math.abs(number(a))));
  };

  const describe = (feature, near) => {
    const card = document.querySelector(`[data-feature="${feature}"][data-tip]`);
    const some = [...near].slice(0, 8).map(([k, phi]) => `${labelOf(k)} (φ = ${phi})`).join(', ');
    const only = make('button', {type: 'button'}, 'Only its rows');
    only.addEventListener('click', () => filters.forEach(filter => filter(feature)));
    const close = make('button', {type: 'button'}, 'Close');
    close.addEventListener('click', () => choose(null));
    panel.replaceChildren(
      make('strong', {}, card ? card.dataset.tip : `Feature ${labelOf(feature)}`),
      `. Partners: ${some || 'none beyond chance'}. `, only, close);
  };

  const choose = feature => {
    if (chosen !== null) {
      filters.forEach(filter => filter(''));
    }
    chosen = feature;
    const near = feature === null ? new Map() : partners(feature);
    const columns = new Set(feature === null ? []
      : all(`[data-feature="${feature}"] [data-column]`).map(bar => bar.dataset.column));
    all('[data-feature]').forEach(element => {
      const itself = element.dataset.feature === feature;
      element.classList.toggle('lit', itself);
      element.classList.toggle('partner', near.has(element.dataset.feature));
      (element.querySelector('button') || element).setAttribute('aria-pressed', itself);
    });
    all('[data-features]').forEach(element =>
      element.classList.toggle('lit', feature !== null && has(element, feature)));
    all('[data-column]').forEach(bar => bar.classList.toggle('lit', columns.has(bar.dataset.column)));
    all('table.heat td').forEach(cell => cell.classList.toggle('lit', feature !== null
      && (cell.cellIndex === Number(feature) || cell.parentNode.rowIndex === Number(feature))));
    panel.hidden = feature === null;
    if (feature !== null) {
      describe(feature, near);
    }
  };

  const choosable = element => {
    const label = element.matches('th') ? element
      : element.querySelector('th[scope=row]:not(.bars th), figcaption, span');
    if (label) {
      press(label);
    } else {
      element.setAttribute('tabindex', 0);
      element.setAttribute('role', 'button');
    }
  };

  const watchChoice = () => {
    const choice = target => {
      const element = target.closest('[data-feature]');
      if (element) {
        choose(element.dataset.feature === chosen ? null : element.dataset.feature);
      }
    };
    document.addEventListener('click', event => choice(event.target));
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape') {
        showTip('', 0, 0);
        choose(null);
      } else if ((event.key === 'Enter' || event.key === ' ') && event.target.matches('svg g')) {
        event.preventDefault();
        choice(event.target);
      }
    });
  };

  titled();
  document.body.append(tip, panel);
  all('table.sortable').forEach(sortable);
  all('table.sortable, table.heat, table.lifts').forEach(walkCells);
  new Set(all('tr[data-features]').map(row => row.closest('table'))).forEach(filterable);
  all('[data-feature]').forEach(choosable);
  watchValues();
  watchChoice();
})();
