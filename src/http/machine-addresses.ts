/** An address for programs. One that ends in a slash covers everything below it. */
interface MachineAddress {
  readonly path: string;
  /** Whether its endpoints in `pages/` answer live; the others are built ahead, unless a file says `prerender = false`. */
  readonly isLive?: true;
}

/** Every address for programs. A new one, of another protocol for instance, needs a line here. */
const machineAddresses: readonly MachineAddress[] = [
  { path: '/api/', isLive: true },
  { path: '/a2a/', isLive: true },
  { path: '/mcp', isLive: true },
  { path: '/mcp/' },
  { path: '/healthz', isLive: true },
  { path: '/readyz', isLive: true },
  { path: '/static/' },
  { path: '/.well-known/' },
  { path: '/schemas/' },
  { path: '/data/' },
  { path: '/badge/' },
  { path: '/charts/' },
  { path: '/openapi.json' },
  { path: '/specification.md' },
  { path: '/operations.md' },
  { path: '/queries.sql' },
  { path: '/llms.txt' },
];

const covers = ({ path }: MachineAddress, requested: string): boolean =>
  path.endsWith('/') ? `${requested}/`.startsWith(path) : requested === path;

/** Whether an address is for programs: nothing at it is ever answered with HTML (SPEC.md §2.7). */
export const isMachinePath = (path: string): boolean => machineAddresses.some((address) => covers(address, path));

/** Whether the endpoint at a route of `pages/` answers live. */
export const isLiveRoute = (route: string): boolean =>
  machineAddresses.some((address) => address.isLive === true && covers(address, route));
