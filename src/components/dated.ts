/** The parts of a text: at odd places its dates, `2026-11-22` or `2026-11`, and what stands around them at even ones. */
export const splitAtDates = (text: string): string[] => text.split(/\b(\d{4}-(?:0[1-9]|1[0-2])(?:-\d{2})?)\b/);
