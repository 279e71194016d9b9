import type { IntakeSummary } from './intake-summary.ts';
import { counted, withCommas } from './vocabulary/words.ts';

/** The figures by which everybody can judge whether requests are answered, in the order of {@link requestFigures}. */
export const figureNames = ['Open requests', 'Overdue', 'Median days to an answer'] as const;

/** The three figures of a summary in words. The median is over 90 days, or over 365 where nothing was answered in 90. */
export const requestFigures = ({ open, overdue, answers, by_status }: IntakeSummary): readonly string[] => {
  const days = answers.last_90_days.count > 0 ? 90 : 365;
  const { count, with_receipt, median_days } = answers[`last_${days}_days`];
  return [
    withCommas(open),
    withCommas(overdue),
    median_days === undefined
      ? by_status.answered === 0
        ? 'No request answered yet'
        : `none in ${days} days`
      : `${median_days}, over ${counted(count, 'answer')} in ${days} days (${withCommas(with_receipt)} with the receipt of a decision)`,
  ];
};
