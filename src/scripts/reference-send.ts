import { element } from './build-element.ts';
import { type Received, showReceived } from './reference-answer.ts';

/** What a request sends, as its operation on the page says. */
interface Sendable {
  readonly method: string;
  /** The path with its parameters in braces. */
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const lines = (text: string): number => Math.min(18, Math.max(3, text.split('\n').length));

const field = (label: string, id: string, input: HTMLInputElement | HTMLTextAreaElement): HTMLElement => {
  input.id = id;
  return element('div', { class: 'field' }, [element('label', { for: id }, [label]), input]);
};

/**
 * A value as a part of a path. Nothing and dots would leave their place there and ask for another operation; a space, which
 * none takes, does not.
 */
const asPart = (value: string): string => (/^\.{0,2}$/.test(value) ? '%20' : encodeURIComponent(value.toWellFormed()));

/** Sends, and says what came of it; never throws. */
const receive = async (address: string, options: RequestInit): Promise<Received> => {
  try {
    const answer = await fetch(address, options);
    const { status, statusText, headers } = answer;
    return { kind: 'answer', status, statusText, headers: [...headers], content: await answer.arrayBuffer() };
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return { kind: 'stopped' };
    return { kind: 'unreachable', isOffline: !navigator.onLine };
  }
};

/** Puts a form below a request that sends it to this server, with values that can be changed. @param operation its id on the page */
export const offerSending = (box: HTMLElement, operation: string): void => {
  const { sendable } = box.dataset;
  if (sendable === undefined) return;
  const { method, template, params, headers, body } = JSON.parse(sendable) as Sendable;
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const values = new Map(
    names.map((name) => [
      name,
      element('input', { value: params[name] ?? '', spellcheck: 'false', autocomplete: 'off' }),
    ]),
  );
  const text = body === undefined ? '' : JSON.stringify(body, null, 2);
  const content =
    method === 'GET' ? undefined : element('textarea', { rows: String(lines(text)), spellcheck: 'false' }, [text]);
  const send = element('button', { type: 'submit', class: 'button' }, ['Send']);
  const stop = element('button', { type: 'button', class: 'copy', hidden: '' }, ['Stop']);
  const spoken = element('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const shown = element('div', { class: 'received' });
  const where = element('span', { class: 'note' }, [`to ${location.host}; nothing is stored or spent`]);
  const form = element('form', { class: 'send' }, [
    ...[...values].map(([name, input]) => field(name, `${operation}-${name}`, input)),
    ...(content
      ? [
          element('details', {}, [
            element('summary', {}, ['Change the body']),
            field('Body', `${operation}-body`, content),
          ]),
        ]
      : []),
    element('p', { class: 'actions' }, [send, stop, where]),
    spoken,
    shown,
  ]);
  let running: AbortController | undefined;
  stop.addEventListener('click', () => running?.abort());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (running) return;
    const sending = (running = new AbortController());
    const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => asPart(values.get(name)!.value));
    const type = content ? { 'Content-Type': 'application/json' } : {};
    const options = {
      method,
      headers: { ...headers, ...type },
      signal: sending.signal,
      ...(content ? { body: content.value } : {}),
    };
    stop.hidden = false;
    send.setAttribute('aria-disabled', 'true');
    spoken.textContent = 'Sending.';
    void receive(address, options).then((received) => {
      running = undefined;
      stop.hidden = true;
      send.removeAttribute('aria-disabled');
      const { words, nodes } = showReceived(received);
      shown.replaceChildren(...nodes);
      spoken.textContent = words;
    });
  });
  box.after(form);
};
