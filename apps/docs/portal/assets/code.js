// Adds a copy button and language tabs to code blocks, and remembers the selected language across pages.
const STORED = 'language';

function element(name, attributes, text) {
  const made = Object.assign(document.createElement(name), attributes);
  if (text !== undefined) made.textContent = text;
  return made;
}

function addCopyButton(block) {
  const button = element('button', { className: 'copy', type: 'button' }, 'Copy');
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.querySelector('.caption').append(button);
}

/** All groups of language tabs on the page. */
const groups = [];

function addTabs(container, number) {
  const blocks = [...container.querySelectorAll('.code')];
  const list = element('div', { className: 'tablist' });
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const tabs = blocks.map((block, index) => {
    const title = block.querySelector('.caption').firstChild.textContent;
    const tab = element('button', { type: 'button', id: `tab-${number}-${index}` }, title);
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `panel-${number}-${index}`);
    tab.addEventListener('click', () => choose(block.dataset.language));
    block.id = `panel-${number}-${index}`;
    block.setAttribute('role', 'tabpanel');
    block.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  list.append(...tabs);
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const next = step && tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length);
    next?.click();
    next?.focus();
  });
  container.prepend(list);
  groups.push({ blocks, tabs });
}

/**
 * Shows the code block in the given language in each group. Groups without that language show their first code block.
 */
function show(language) {
  for (const { blocks, tabs } of groups) {
    const found = blocks.findIndex((block) => block.dataset.language === language);
    const shown = Math.max(found, 0);
    for (const [index, block] of blocks.entries()) {
      block.hidden = index !== shown;
      tabs[index].setAttribute('aria-selected', String(index === shown));
      tabs[index].tabIndex = index === shown ? 0 : -1;
    }
  }
}

function choose(language) {
  // Keep the selected tab at the same position in the window, even if code blocks above it change their height.
  const before = document.activeElement.getBoundingClientRect().top;
  localStorage.setItem(STORED, language);
  show(language);
  scrollBy({
    top: document.activeElement.getBoundingClientRect().top - before,
    behavior: 'instant',
  });
}

for (const [number, container] of document.querySelectorAll('.tabs').entries()) {
  addTabs(container, number);
}
for (const block of document.querySelectorAll('.code')) addCopyButton(block);
show(localStorage.getItem(STORED));
