import './code.js';
import './contents.js';
import { fillInKey, prepareTryIt } from './try-it.js';

const byId = (id) => document.getElementById(id);
const root = document.documentElement;

// Themes, in the order that the theme button selects them. `auto` follows the operating system.
const THEMES = ['auto', 'light', 'dark'];
const themeButton = byId('theme');
function showTheme() {
  themeButton.textContent = `Theme: ${root.dataset.theme ?? 'auto'}`;
}
themeButton.addEventListener('click', () => {
  const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? 'auto') + 1) % THEMES.length];
  if (next === 'auto') {
    delete root.dataset.theme;
    localStorage.removeItem('theme');
  } else {
    root.dataset.theme = next;
    localStorage.setItem('theme', next);
  }
  showTheme();
});
showTheme();

// The navigation menu. On small screens, a button opens the menu.
const menuButton = byId('menu');
menuButton.addEventListener('click', () => {
  const isOpen = root.classList.toggle('menu-open');
  menuButton.setAttribute('aria-expanded', String(isOpen));
});
document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' });

// Loads the search code when the reader first opens the search.
async function openSearch() {
  const { openSearchDialog } = await import('./search.js');
  openSearchDialog(byId('search'));
}
byId('find').addEventListener('click', openSearch);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, select, textarea, dialog');
  const isShortcut =
    (event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey));
  if (!isShortcut) return;
  event.preventDefault();
  openSearch();
});

fillInKey();
const form = document.querySelector('form.try');
if (form) prepareTryIt(form);
