import { type Config, configFromEnvironment } from '../config.ts';
import { type Database, describeLocation, openExisting } from '../storage/database.ts';

/**
 * Opens the store that DATABASE_URL names, reports it on standard error, and closes it after use. A command makes no store and
 * migrates none.
 * @throws Error that names the store and says what to do, where there is none or its schema is of another version.
 */
export const withConfiguredStore = async <Result>(
  use: (db: Database, config: Config) => Promise<Result>,
): Promise<Result> => {
  const config = configFromEnvironment();
  process.stderr.write(`Store: ${describeLocation(config.databaseUrl)}\n`);
  const db = await openExisting(config.databaseUrl);
  try {
    return await use(db, config);
  } finally {
    await db.close();
  }
};
