// The colours that a reader chose, kept by the browser for this site alone. Pages load this file as it is, neither a module nor
// TypeScript, so that it runs before the first of a page is drawn.
{
  const { dataset } = document.documentElement;
  const system = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const show = (chosen) => (chosen ? (dataset.scheme = chosen) : delete dataset.scheme);
  try {
    show(localStorage.getItem('scheme'));
  } catch {
    // Where the browser keeps nothing, the colours are those of the system.
  }
  document.addEventListener('click', ({ target }) => {
    if (!target.closest('[data-switch-scheme]')) return;
    const next = (dataset.scheme ?? system()) === 'dark' ? 'light' : 'dark';
    show(next === system() ? null : next);
    if (next === system()) localStorage.removeItem('scheme');
    else localStorage.setItem('scheme', next);
  });
}
