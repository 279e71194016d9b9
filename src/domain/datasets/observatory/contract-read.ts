import { z } from 'zod';
import { checkAccount } from '../../chains/address-rules.ts';
import { findFunction, isValueOf } from '../../chains/evm-abi.ts';
import { KnownCaip10 } from '../../chains/known-chains.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { Name, WebAddress } from '../../vocabulary/text.ts';

/** What a source says that a contract on an EVM chain answers to one read (SPEC.md §6.8). */
export const ContractRead = z
  .strictObject({
    contract: KnownCaip10.meta({ description: 'The contract (CAIP-10), on an EVM chain.' }),
    function: z
      .string()
      .max(300)
      .refine(
        (text) => findFunction(text) !== undefined,
        'expected a function with the types of its inputs and of its one output, for instance ownerOf(uint256)(address); types are address, bool, uint or bytes with a size, and string for an output',
      )
      .meta({
        description: 'The function, with the types of its inputs and of its one output.',
        examples: ['ownerOf(uint256)(address)'],
      }),
    arguments: z.array(Name).min(1).max(5).optional().meta({
      description: 'Its arguments in order: numbers in decimal digits, addresses with their checksum.',
    }),
    answer: Name.optional().meta({ description: 'What it returns, in the same form.' }),
    at_least: z
      .string()
      .regex(/^(0|[1-9]\d{0,77})$/, 'expected a whole number in decimal digits')
      .optional()
      .meta({ description: 'The least number that it returns, for one that only grows.' }),
    any_answer: z
      .literal(true)
      .optional()
      .meta({ description: 'Where the source says that it returns a value, and not which.' }),
    source: WebAddress.meta({ description: 'Which source of the record says so.' }),
  })
  .meta({ description: 'One read of a contract, and what a source says that it answers.' });
export type ContractRead = z.infer<typeof ContractRead>;

/** The call as text, for instance `ownerOf(7)`. */
export const textOfRead = ({ function: called, arguments: values = [] }: ContractRead): string =>
  `${called.slice(0, called.indexOf('('))}(${values.join(',')})`;

const formOf = (type: string): string =>
  type === 'address' ? 'an address with its checksum (EIP-55)' : `a value of the type ${type}`;

/** The rules for one read: its values fit the function, and one answer is stated. */
export const readProblems = (read: ContractRead, path: RuleProblem['path']): RuleProblem[] => {
  const { contract, answer, at_least: least, any_answer: any, arguments: values = [] } = read;
  const called = findFunction(read.function);
  if (called === undefined) return [];
  const { inputs, output } = called;
  const isComplete = values.length === inputs.length;
  const problem = (isOne: boolean, member: string, message: string) => problemIf(isOne, [...path, member], message);
  return [
    ...checkAccount(contract).flatMap((message) => problem(true, 'contract', message)),
    ...problem(!contract.startsWith('eip155:'), 'contract', 'expected a contract on an eip155 chain'),
    ...problem(!isComplete, 'arguments', `has ${values.length} values; expected ${inputs.length}, one for each input`),
    ...inputs.flatMap((type, at) =>
      problem(
        isComplete && !isValueOf(type, values[at]!),
        'arguments',
        `argument ${at + 1} does not fit; expected ${formOf(type)}`,
      ),
    ),
    ...problem(
      answer !== undefined && !isValueOf(output, answer),
      'answer',
      `does not fit the function; expected ${formOf(output)}`,
    ),
    ...problem(least !== undefined && !output.startsWith('uint'), 'at_least', 'needs a function that returns a uint'),
    ...problemIf(
      [answer, least, any].filter((one) => one !== undefined).length !== 1,
      path,
      'expected one of answer, at_least and any_answer',
    ),
  ];
};
