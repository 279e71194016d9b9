import { describe, expect, test } from 'vitest';
import { isAllowedAddress } from '../../src/observing/public-address.ts';

describe('addresses that are never connected to', () => {
  test.each([
    ['this machine', '127.0.0.1'],
    ['this machine, another address of it', '127.255.255.254'],
    ['no address', '0.0.0.0'],
    ['a private network', '10.1.2.3'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a network of a carrier', '100.64.0.1'],
    ['a metadata service of a cloud', '169.254.169.254'],
    ['a metadata service of a cloud', '100.100.100.200'],
    ['a metadata service of a cloud', '168.63.129.16'],
    ['a metadata service of a cloud', '192.0.0.192'],
    ['a test network', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['many at once', '224.0.0.1'],
    ['everybody', '255.255.255.255'],
    ['this machine', '::1'],
    ['no address', '::'],
    ['this machine as a mapped address', '::ffff:127.0.0.1'],
    ['this machine as a mapped address in hexadecimal', '::ffff:7f00:1'],
    ['this machine as a mapped address written out', '0:0:0:0:0:ffff:127.0.0.1'],
    ['a private network as a mapped address', '::ffff:10.0.0.1'],
    ['a public address in the form of another family', '::ffff:8.8.8.8'],
    ['a compatible address', '::127.0.0.1'],
    ['a translated address', '64:ff9b::7f00:1'],
    ['a tunnel to a private network', '2002:7f00:1::1'],
    ['a tunnel', '2001:0:7f00:1::1'],
    ['this link', 'fe80::1'],
    ['this link with a zone', 'fe80::1%eth0'],
    ['a local network', 'fd00:ec2::254'],
    ['a local network', 'fc00::1'],
    ['an old site network', 'fec0::1'],
    ['many at once', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['a name', 'localhost'],
    ['a number', '2130706433'],
    ['nothing', ''],
  ])('%s: %s', (_, address) => {
    expect(isAllowedAddress(address, 'public')).toBe(false);
  });
});

test.each(['1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700::1111'])(
  'a public address is connected to: %s',
  (address) => {
    expect(isAllowedAddress(address, 'public')).toBe(true);
  },
);

test.each(['127.0.0.1', '::1'])('loopback is connected to when it is allowed: %s', (address) => {
  expect(isAllowedAddress(address, 'public_or_loopback')).toBe(true);
});

test.each(['10.0.0.1', '169.254.169.254', 'fd00::1', '0.0.0.0'])(
  'allowing loopback allows nothing else that is not public: %s',
  (address) => {
    expect(isAllowedAddress(address, 'public_or_loopback')).toBe(false);
  },
);
