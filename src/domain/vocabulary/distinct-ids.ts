/** Reports the index of every item whose `id` an earlier item of the list has. */
export const checkDistinctIds = (items: readonly { readonly id: string }[], report: (index: number) => void): void => {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (seen.has(id)) report(index);
    seen.add(id);
  }
};
