/** The cells of a CSV text (RFC 4180, CRLF), read without the library that wrote it. */
export const csvRows = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error('a quoted cell has no end');
        cell += text[at];
        if (text[at] === '"') at += 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++];
    }
    row.push(cell);
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`cell ${row.length} of row ${rows.length} ends neither in a comma nor in CRLF`);
  }
  if (row.length > 0) throw new Error('the last row has no end');
  return rows;
};
