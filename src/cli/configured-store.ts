import { type Config, configFromEnvironment, serviceKeyPath } from '../config.ts';
import { type Database, describeLocation, openDatabase } from '../storage/database.ts';

/** Opens the store that DATABASE_URL names, reports it on standard error, and closes it after use. */
export const withConfiguredStore = async <Result>(
  use: (db: Database, config: Config) => Promise<Result>,
): Promise<Result> => {
  const config = configFromEnvironment();
  const db = await openDatabase(config.databaseUrl, serviceKeyPath(config));
  process.stderr.write(`Store: ${describeLocation(config.databaseUrl)}\n`);
  try {
    return await use(db, config);
  } finally {
    await db.close();
  }
};
