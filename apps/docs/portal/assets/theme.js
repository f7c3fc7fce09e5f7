// Runs before the first paint, so that colors and layout do not change after the page appears.
const root = document.documentElement;
root.classList.add('js');
const theme = localStorage.getItem('theme');
if (theme) root.dataset.theme = theme;
