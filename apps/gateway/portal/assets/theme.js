// Runs before the first paint, so that nothing changes its color or position afterwards.
const root = document.documentElement;
root.classList.add('js');
const theme = localStorage.getItem('theme');
if (theme) root.dataset.theme = theme;
