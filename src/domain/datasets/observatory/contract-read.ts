import { z } from 'zod';
import { checkAccount } from '../../chains/address-rules.ts';
import { partsOfCaip10 } from '../../chains/caip.ts';
import { findFunction, isValueOf } from '../../chains/evm-abi.ts';
import { KnownCaip10 } from '../../chains/known-chains.ts';
import { JsonPointer } from '../../json/pointer.ts';
import { Sha256Hex } from '../../json/sha256.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { Name, Sentence, WebAddress } from '../../vocabulary/text.ts';

/** What a source says that a contract answers to one read, or which code it has (SPEC.md §6.8). */
export const ContractRead = z
  .strictObject({
    contract: KnownCaip10.meta({ description: 'The contract (CAIP-10).' }),
    function: z
      .string()
      .max(300)
      .regex(
        /^[A-Za-z_$][\w$]*\([a-z0-9,]*\)\([a-z0-9]+\)$/,
        'expected a function with the types of its inputs and of its one output, for instance ownerOf(uint256)(address)',
      )
      .optional()
      .meta({
        description: 'The function, with the types of its inputs and of its one output.',
        examples: ['ownerOf(uint256)(address)'],
      }),
    arguments: z.array(Name).min(1).max(5).optional().meta({
      description: 'Its arguments in order: numbers in decimal digits, addresses with their checksum.',
    }),
    query: Sentence.optional().meta({
      description: 'The query that is sent to a contract on a chain of Cosmos, as JSON.',
      examples: ['{"query_contract_state":{}}'],
    }),
    member: JsonPointer.optional().meta({ description: 'The member of its answer that counts; only with `query`.' }),
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
    code_sha256: Sha256Hex.optional().meta({
      description:
        'SHA-256 of the code at the address; on Solana, of the executable as `solana program dump` writes it.',
    }),
    source: WebAddress.meta({ description: 'Which source of the record says so.' }),
  })
  .meta({ description: 'One read of a contract, and what a source says that it answers.' });
export type ContractRead = z.infer<typeof ContractRead>;

/** The call as text, for instance `ownerOf(7)`; `code` for a read of the code itself, `assets` for those of a policy. */
export const textOfRead = (read: ContractRead): string => {
  const { function: called, arguments: values = [], query, member } = read;
  if (query !== undefined) return `${query}${member ?? ''}`;
  if (called !== undefined) return `${called.slice(0, called.indexOf('('))}(${values.join(',')})`;
  return read.code_sha256 === undefined ? 'assets' : 'code';
};

const expected = ['answer', 'at_least', 'any_answer', 'code_sha256'] as const;

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

/** The rules for a read where contracts are asked in JSON, and where the assets of a policy are counted. */
const checkOtherChains = (read: ContractRead, path: RuleProblem['path']): RuleProblem[] => {
  const { namespace } = partsOfCaip10(read.contract);
  const isPolicy = namespace === 'cip34';
  return [
    ...problemIf(
      (namespace === 'cosmos') !== (read.query !== undefined),
      [...path, 'query'],
      namespace === 'cosmos'
        ? 'missing; a contract on a chain of Cosmos is asked in JSON'
        : 'only chains of Cosmos have a query',
    ),
    ...problemIf(read.query !== undefined && !isJson(read.query), [...path, 'query'], 'is not JSON'),
    ...problemIf(
      (read.query === undefined) !== (read.member === undefined),
      [...path, 'member'],
      'a query and the member of its answer belong together',
    ),
    ...problemIf(
      isPolicy && (read.at_least === undefined || BigInt(read.at_least) > 1000n),
      [...path, 'at_least'],
      'expected the least number of assets under the policy, 1000 at most',
    ),
  ];
};

const formOf = (type: string): string =>
  type === 'address' ? 'an address with its checksum (EIP-55)' : `a value of the type ${type}`;

const checkCall = (read: ContractRead, problem: (member: string, message: string) => RuleProblem): RuleProblem[] => {
  const called = read.function === undefined ? undefined : findFunction(read.function);
  if (read.function === undefined) return [];
  if (called === undefined)
    return [
      problem(
        'function',
        'has a type that is not read; expected address, bool, string, or uint, int or bytes with a size',
      ),
    ];
  const values = read.arguments ?? [];
  return [
    ...(values.length === called.inputs.length
      ? values.flatMap((value, at) =>
          isValueOf(called.inputs[at]!, value)
            ? []
            : [problem('arguments', `argument ${at + 1} does not fit; expected ${formOf(called.inputs[at]!)}`)],
        )
      : [problem('arguments', `has ${values.length} values; expected ${called.inputs.length}, one for each input`)]),
    ...(read.answer === undefined || isValueOf(called.output, read.answer)
      ? []
      : [problem('answer', `does not fit the function; expected ${formOf(called.output)}`)]),
    ...(read.at_least === undefined || called.output.startsWith('uint')
      ? []
      : [problem('at_least', 'needs a function that returns a uint')]),
  ];
};

/**
 * The rules for the reads of a check: each names either a function of a contract on an EVM chain with what it answers, or
 * the hash of the code, and a source that the record has.
 */
export const checkReads = (
  reads: readonly ContractRead[],
  sources: readonly string[],
  path: RuleProblem['path'],
): RuleProblem[] =>
  reads.flatMap((read, at) => {
    const problem = (member: string, message: string): RuleProblem => ({ path: [...path, at, member], message });
    const stated = expected.filter((member) => read[member] !== undefined);
    const { namespace } = partsOfCaip10(read.contract);
    const isCall = read.function !== undefined || namespace === 'cosmos' || namespace === 'cip34';
    const fits = isCall === (stated[0] !== 'code_sha256');
    return [
      ...checkAccount(read.contract).map((message) => problem('contract', message)),
      ...checkCall(read, problem),
      ...checkOtherChains(read, [...path, at]),
      ...problemIf(
        stated.length !== 1 || !fits,
        [...path, at],
        'expected one of answer, at_least and any_answer with a function, or code_sha256 without one',
      ),
      ...problemIf(
        read.function === undefined && read.arguments !== undefined,
        [...path, at, 'arguments'],
        'not allowed without a function',
      ),
      ...problemIf(
        read.function !== undefined && namespace !== 'eip155',
        [...path, at, 'function'],
        'functions are read on EVM chains alone; expected a contract on an eip155 chain',
      ),
      ...problemIf(
        !sources.includes(read.source),
        [...path, at, 'source'],
        'is not a source of the record; expected the address of one',
      ),
    ];
  });
