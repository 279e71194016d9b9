import { BlockList, isIP } from 'node:net';

/** The hosts that may be requested: public ones, those and this machine, or any. */
export type AllowedHosts = 'public' | 'public_or_loopback' | 'any';

const blockList = (family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
};

const loopback4 = blockList('ipv4', ['127.0.0.0/8']);
const loopback6 = blockList('ipv6', ['::1/128']);

/** The addresses in the IANA IPv4 special-purpose registry that are not globally reachable, and the metadata host of one cloud. */
const special4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Global unicast is 2000::/3; the special subnets are tunnels to other addresses, or documentation. */
const global6 = blockList('ipv6', ['2000::/3']);
const special6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

const isAllowed4 = (address: string, allowed: AllowedHosts): boolean =>
  !special4.check(address, 'ipv4') || (allowed === 'public_or_loopback' && loopback4.check(address, 'ipv4'));

const isAllowed6 = (address: string, allowed: AllowedHosts): boolean =>
  (global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')) ||
  (allowed === 'public_or_loopback' && loopback6.check(address, 'ipv6'));

/** Whether connecting to an IP address is allowed; false for anything that is not an IP address, and for an IPv4 address in the form of IPv6. */
export const isAllowedAddress = (address: string, allowed: AllowedHosts): boolean => {
  const family = isIP(address);
  if (family === 0 || allowed === 'any') return family !== 0;
  return family === 4 ? isAllowed4(address, allowed) : isAllowed6(address.replace(/%.*$/, ''), allowed);
};
