// Highlights the current section in the table of contents while the reader scrolls.
const links = new Map(
  [...document.querySelectorAll('.toc a')].map((link) => [link.hash.slice(1), link]),
);
const headings = [...links.keys()].map((id) => document.getElementById(id));

function mark() {
  const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 120);
  for (const [id, link] of links) {
    if (id === read?.id) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}

if (links.size > 0) {
  const observer = new IntersectionObserver(mark, { rootMargin: '-110px 0px -60% 0px' });
  for (const heading of headings) observer.observe(heading);
}
