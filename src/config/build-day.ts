import { ConfigError } from './config-error.ts';

const NAME = 'SOURCE_DATE_EPOCH';

/**
 * The day of a build (UTC): that of `SOURCE_DATE_EPOCH`, where a builder sets it so that builds repeat, else that of the clock.
 * @param now milliseconds since 1970.
 * @throws ConfigError
 */
export const parseBuildDay = (env: Readonly<Record<string, string | undefined>>, now: number): string => {
  const { [NAME]: epoch = '' } = env;
  if (!/^\d{0,11}$/.test(epoch)) throw new ConfigError([`${NAME} is no time; accepted: whole seconds since 1970`]);
  return new Date(epoch === '' ? now : Number(epoch) * 1000).toISOString().slice(0, 10);
};
