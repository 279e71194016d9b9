/** Loads many addresses of one server, each connection in an order of its own; prints what autocannon measured. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Client {
  setRequests(requests: readonly { readonly path: string }[]): void;
}
type Autocannon = (options: object) => Promise<object>;

const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
const [url, file, connections, duration] = process.argv.slice(2);
const requests = (JSON.parse(readFileSync(file!, 'utf8')) as string[]).map((path) => ({ path }));
let clients = 0;
const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(duration),
  setupClient: (client: Client) => {
    const at = Math.floor((requests.length * clients++) / Number(connections));
    client.setRequests([...requests.slice(at), ...requests.slice(0, at)]);
  },
});
console.log(JSON.stringify(result));
