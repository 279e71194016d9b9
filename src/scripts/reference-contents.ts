/** What was on one page until it was split: links to a place on it lead to the place where it is now. */
const leadOn = (): void => {
  // The names of the places hold no character that an address escapes.
  const entry = document.getElementById(location.hash.slice(1));
  if (!entry?.matches('[data-moved]')) return;
  const link = entry instanceof HTMLAnchorElement ? entry : entry.querySelector('a');
  if (link) location.replace(link.href);
};
leadOn();
addEventListener('hashchange', leadOn);

/** How far from the top of the window a section counts as the one that is read, as a share of its height. */
const READING_LINE = 0.25;

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('[data-entries] a')].flatMap((link) => {
    const target = document.getElementById(link.hash.slice(1));
    return target ? [[target, link] as const] : [];
  }),
);
const targets = [...links.keys()];
let marked: HTMLAnchorElement | undefined;

/** Marks the section that is read in the contents, and keeps its entry in view there. */
const markCurrent = (): void => {
  const line = innerHeight * READING_LINE;
  const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  const current =
    atEnd && scrollY > 0 ? targets.at(-1) : targets.findLast((target) => target.getBoundingClientRect().top <= line);
  const link = current && links.get(current);
  if (link === marked) return;
  marked?.removeAttribute('aria-current');
  link?.setAttribute('aria-current', 'location');
  marked = link;
  const contents = link?.closest('nav');
  if (!link || !contents) return;
  const [{ top, bottom }, box] = [link.getBoundingClientRect(), contents.getBoundingClientRect()];
  if (top < box.top || bottom > box.bottom) contents.scrollTop += top - box.top - box.height / 2;
};

let waiting = false;
const markSoon = (): void => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    markCurrent();
  });
};
if (targets.length > 0) {
  addEventListener('scroll', markSoon, { passive: true });
  addEventListener('resize', markSoon, { passive: true });
  markCurrent();
}
