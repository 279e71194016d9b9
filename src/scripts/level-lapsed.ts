/** Shows what follows a level once its last day has passed, because a page can be older than that. */
const today = new Date().toISOString().slice(0, 10);
for (const note of document.querySelectorAll<HTMLElement>('[data-counts-until]'))
  note.hidden = today <= (note.dataset['countsUntil'] ?? '');
