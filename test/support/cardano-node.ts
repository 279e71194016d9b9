import { openOddServer } from './odd-server.ts';

/** The chain (CAIP-2, CIP-34), and the last block of the interface. */
export const CARDANO = 'cip34:1-764824073';
export const CARDANO_BLOCK = 12_345_678;

/** The policy that has assets, three of which one was burnt. */
export const POLICY = 'ad6424e3ce9e47bbd8364984bd731b41de591f1d11f6d7d43d0da9b9';

const asset = (name: string, supply: string) => ({
  asset_name: name,
  fingerprint: `asset1${name}`,
  total_supply: supply,
});

/**
 * The interface of Koios on loopback. Like it, it gives no assets of a policy that it does not know, and refuses what is no
 * policy and a page of more than 1,000 rows.
 */
export const openCardanoNode = (magic = '764824073') =>
  openOddServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    const answer = (): unknown => {
      if (url.pathname === '/api/v1/genesis')
        return [{ networkmagic: magic, networkid: 'Mainnet', epochlength: '432000' }];
      if (url.pathname === '/api/v1/tip') return [{ hash: 'aa', epoch_no: 590, block_no: CARDANO_BLOCK }];
      const policy = url.searchParams.get('_asset_policy');
      const rows = Number(url.searchParams.get('limit') ?? '1000');
      if (url.pathname !== '/api/v1/policy_asset_list' || !/^[0-9a-f]{56}$/.test(policy ?? '') || rows > 1000)
        return undefined;
      return policy === POLICY ? [asset('01', '1'), asset('02', '0'), asset('03', '1')].slice(0, rows) : [];
    };
    const body = answer();
    response.writeHead(body === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { code: '22023', message: 'Bad Request' }));
  });
