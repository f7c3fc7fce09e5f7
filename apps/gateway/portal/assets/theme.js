// Runs before the first paint, so that the page does not change its colors or layout after it appears.
const root = document.documentElement;
root.classList.add('js');
const theme = localStorage.getItem('theme');
if (theme) root.dataset.theme = theme;
