const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** A count in a sentence: a word up to twelve, digits above. */
export const numberWord = (count: number): string => words[count] ?? String(count);

/** A text with its first letter capitalised. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
