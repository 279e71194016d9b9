import type { StateMachine } from '../../domain/adjudication/work-order-pack.ts';

/** A state as a box with its name in lines. Lengths are units of the picture. */
export interface StateBox {
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly { readonly text: string; readonly y: number }[];
  readonly terminal: boolean;
}

/** A move as an arrow downwards. */
export interface MoveArrow {
  readonly event: string;
  readonly method: string | null;
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

export interface StateDrawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly StateBox[];
  readonly arrows: readonly MoveArrow[];
  /** The whole picture in words. */
  readonly description: string;
}

const MARGIN = 6;
const BOX_WIDTH = 300;
const LINE = 16;
const PADDING = 12;
const GAP = 66;
/** Characters of a name that fit beside each other in a box. */
const LINE_LENGTH = 36;

/** A name in lines that end with an underscore, none longer than the limit where that can be. */
const breakName = (name: string): string[] => {
  const lines: string[] = [];
  for (const word of name.split(/(?<=_)/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length <= LINE_LENGTH) lines[lines.length - 1] = last + word;
    else lines.push(word);
  }
  return lines;
};

/**
 * Lays a state machine out from top to bottom, states in their order, each move from one to the next.
 * @throws Error when a move leads elsewhere than to the next state: the picture could not show it.
 */
export const drawStateMachine = ({ states, transitions, terminal_state }: StateMachine): StateDrawing => {
  const boxes: StateBox[] = [];
  let y = MARGIN;
  for (const state of states) {
    const names = breakName(state);
    const height = 2 * PADDING + names.length * LINE;
    const lines = names.map((text, at) => ({ text, y: y + PADDING + at * LINE + 12 }));
    boxes.push({ state, x: MARGIN, y, width: BOX_WIDTH, height, lines, terminal: state === terminal_state });
    y += height + GAP;
  }
  const arrows = transitions.map(({ from, to, event, contract_method }) => {
    const above = states.indexOf(from);
    if (states[above + 1] !== to) throw new Error(`the picture has no place for ${event}`);
    const edge = boxes[above + 1]!.terminal ? MARGIN - 1 : 1;
    const start = boxes[above]!.y + boxes[above]!.height + 1;
    return { event, method: contract_method, x: 40, from: start, to: boxes[above + 1]!.y - edge };
  });
  const moves = transitions.map(
    ({ from, event, to, contract_method }) =>
      `From ${from}, ${event} leads to ${to}${contract_method === null ? '' : `, which stands for ${contract_method}`}.`,
  );
  return {
    width: BOX_WIDTH + 2 * MARGIN,
    height: y - GAP + MARGIN,
    boxes,
    arrows,
    description: `${states.length} states in a row. ${moves.join(' ')} ${terminal_state} is the end.`,
  };
};
