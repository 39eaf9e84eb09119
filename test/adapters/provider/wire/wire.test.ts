// One request on the wire against real servers: what was answered, and in which phase it failed.

import { setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, test } from 'vitest';
import { sendOverWire, type WireRequest } from '#adapters/provider/wire/wire.ts';
import { fullBacklog } from './full-backlog.ts';
import { CERTIFICATE, PRIVATE_KEY } from './localhost-certificate.ts';
import { eagerServer, http, rawServer, refusedPort, tlsServer, whole } from './raw-server.ts';

const BODY = '{"amount":548,"description":"Ünal"}';
const OK = whole('201 Created', '{"id":"ch_1"}');
const OK_RESULT = { kind: 'reply', status: 201, body: { kind: 'json', value: { id: 'ch_1' } } };

const post = (url: URL | string, more: Partial<WireRequest> = {}) =>
  sendOverWire({
    method: 'POST',
    url: new URL(url),
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(BODY)) },
    body: BODY,
    timeoutMs: 5_000,
    connectTimeoutMs: 2_000,
    maxBytes: 1_000,
    ...more,
  });

const failed = (phase: string, code: unknown, status: number | null = null) => ({
  kind: 'failed',
  phase,
  code,
  status,
});
const anyCode = expect.any(String);

describe('a whole reply', () => {
  it('is answered with its status, headers and JSON, on a connection of its own', async () => {
    const server = await rawServer((socket) =>
      socket.end(whole('201 Created', '{"id":"ch_1"}', { 'Retry-After': '3' })),
    );
    expect(await post(server.url)).toMatchObject({ ...OK_RESULT, headers: { 'retry-after': '3' } });
    expect(await post(server.url)).toMatchObject(OK_RESULT);
    expect(server.received).toHaveLength(2);
    const [head, body] = server.received[0]?.split('\r\n\r\n') ?? [];
    expect(head?.split('\r\n')).toEqual(
      expect.arrayContaining(['POST /v1/charges?x=1 HTTP/1.1', `host: ${server.url.host}`, 'Connection: close']),
    );
    expect(Buffer.from(body ?? '', 'latin1').toString()).toBe(BODY);
  });

  test.each([
    ['nothing under a 201', http('201 Created', { 'content-length': 0 }), { kind: 'empty' }],
    ['no content', http('204 No Content', {}), { kind: 'empty' }],
    ['half a JSON', whole('201 Created', '{"id":'), { kind: 'unreadable' }],
    [
      'bytes that are not UTF-8',
      whole('201 Created', '\uFFFD').replace('\uFFFD', '\xff\xff\xff'),
      { kind: 'unreadable' },
    ],
    ['a body that ends with its connection', http('201 Created', {}, '{"id":"ch_1"}'), OK_RESULT.body],
    ['as much as we read', whole('201 Created', `"${'x'.repeat(998)}"`), { kind: 'json', value: 'x'.repeat(998) }],
    ['a byte more', whole('201 Created', `"${'x'.repeat(999)}"`), { kind: 'unreadable' }],
  ])('may hold %s', async (_name, bytes, body) => {
    const server = await rawServer((socket) => socket.end(bytes, 'latin1'));
    expect(await post(server.url)).toMatchObject({ kind: 'reply', body });
  });

  it('without an end is unreadable as soon as it is too large', async () => {
    const server = await rawServer((socket) => {
      socket.write(http('200 OK', {}));
      const more = () => socket.writable && socket.write('x'.repeat(500), more);
      more();
    });
    expect(await post(server.url)).toMatchObject({ kind: 'reply', status: 200, body: { kind: 'unreadable' } });
  });

  it('follows interim replies, which are none', async () => {
    const interim = http('100 Continue', {}) + http('103 Early Hints', { link: '</a>' });
    const server = await rawServer((socket) => socket.end(interim + OK));
    expect(await post(server.url)).toMatchObject(OK_RESULT);
  });

  it('may come before the request was read', async () => {
    const server = await eagerServer((socket) => socket.end(OK));
    expect(await post(server.url)).toMatchObject(OK_RESULT);
  });

  it('that redirects is not followed', async () => {
    const server = await rawServer((socket) => socket.end(http('307 Temporary Redirect', { location: '/elsewhere' })));
    expect(await post(server.url)).toMatchObject({ kind: 'reply', status: 307, body: { kind: 'empty' } });
    expect(server.received).toHaveLength(1);
  });
});

describe('nothing is sent', () => {
  test('to a name that does not exist', async () => {
    expect(await post('http://provider.invalid/')).toEqual(failed('lookup', anyCode));
  });

  test('to a port that refuses', async () => {
    expect(await post(`http://127.0.0.1:${await refusedPort()}/`)).toEqual(failed('connect', 'ECONNREFUSED'));
    expect(await post(`https://localhost:${await refusedPort()}/`)).toEqual(failed('connect', 'ECONNREFUSED'));
    // Where there is no IPv6 at all the code is another; the phase is not.
    expect(await post(`http://[::1]:${await refusedPort()}/`)).toEqual(failed('connect', anyCode));
  });

  test('to a server that accepts nobody', async () => {
    const url = `http://127.0.0.1:${await fullBacklog()}/`;
    expect(await post(url, { connectTimeoutMs: 200 })).toEqual(failed('connect', 'CONNECT_TIMEOUT'));
  });

  test('when the attempt’s own time ends before the connection stands', async () => {
    const url = `http://127.0.0.1:${await fullBacklog()}/`;
    expect(await post(url, { timeoutMs: 200 })).toEqual(failed('connect', 'CONNECT_TIMEOUT'));
  });

  test('over TLS to a server that does not speak it', async () => {
    const server = await eagerServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await post(`https://127.0.0.1:${server.port}/`)).toEqual(failed('tls', anyCode));
  });

  test('over TLS to a server that hangs up', async () => {
    const server = await eagerServer((socket) => socket.end());
    expect(await post(`https://127.0.0.1:${server.port}/`)).toEqual(failed('tls', anyCode));
  });

  test('over TLS to a server that never shakes hands', async () => {
    const server = await eagerServer(() => {});
    const result = await post(`https://127.0.0.1:${server.port}/`, { connectTimeoutMs: 200 });
    expect(result).toEqual(failed('tls', 'CONNECT_TIMEOUT'));
  });

  test('over TLS to a certificate that nobody trusts, or of another name', async () => {
    const server = await tlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (socket) => socket.end(OK));
    setDefaultCACertificates([]);
    expect(await post(`https://localhost:${server.port}/`)).toEqual(failed('tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'));
    setDefaultCACertificates([CERTIFICATE]);
    expect(await post(`https://127.0.0.1:${server.port}/`)).toEqual(failed('tls', 'ERR_TLS_CERT_ALTNAME_INVALID'));
    expect(server.received.join('')).toBe('');
  });
});

test('a reply over TLS, from a server whose certificate is trusted', async () => {
  setDefaultCACertificates([CERTIFICATE]);
  const server = await tlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (socket) => socket.end(OK));
  expect(await post(`https://localhost:${server.port}/v1/charges`)).toMatchObject(OK_RESULT);
  expect(server.received[0]).toContain('POST /v1/charges HTTP/1.1');
});

describe('it may have charged', () => {
  const cut = http('201 Created', { 'content-length': 100 }, '{"id":"ch_1"');
  const cutChunks = http('201 Created', { 'transfer-encoding': 'chunked' }, '5\r\n{"id"\r\n');

  test.each([
    ['no reply before the connection closes', '', 'ECONNRESET', null],
    ['a status line that breaks off', 'HTTP/1.1 2', anyCode, null],
    ['a body shorter than promised', cut, 'ECONNRESET', 201],
    ['chunks without an end', cutChunks, 'ECONNRESET', 201],
    [
      'chunks that are none',
      http('200 OK', { 'transfer-encoding': 'chunked' }, 'zz\r\n'),
      'HPE_INVALID_CHUNK_SIZE',
      200,
    ],
    ['no HTTP', 'lorem ipsum dolor sit amet\r\n\r\n', 'HPE_INVALID_CONSTANT', null],
    ['headers without measure', http('201 Created', { a: 'x'.repeat(20_000) }), 'HPE_HEADER_OVERFLOW', null],
    ['another protocol', http('101 Switching Protocols', { connection: 'upgrade', upgrade: 'x' }), anyCode, null],
  ])('%s', async (_name, bytes, code, status) => {
    const server = await rawServer((socket) => socket.end(bytes));
    expect(await post(server.url)).toEqual(failed('established', code, status));
  });

  test.each([
    ['before the headers', ''],
    ['after the headers', cut],
  ])('a reset %s', async (_name, bytes) => {
    const server = await rawServer((socket) => socket.write(bytes, () => socket.resetAndDestroy()));
    expect(await post(server.url)).toMatchObject({ kind: 'failed', phase: 'established', code: 'ECONNRESET' });
  });

  test('a reset before the request was read', async () => {
    const server = await eagerServer((socket) => socket.resetAndDestroy());
    // The reset may reach us while we still connect, or when the request is on its way.
    expect(await post(server.url)).toMatchObject({ kind: 'failed', code: anyCode });
  });

  test.each([
    ['no reply in time', '', null],
    ['a body that stops', cut, 201],
  ])('%s', async (_name, bytes, status) => {
    const server = await rawServer((socket) => socket.write(bytes));
    expect(await post(server.url, { timeoutMs: 200 })).toEqual(failed('established', 'ATTEMPT_TIMEOUT', status));
  });

  test('a body that drips: a byte now and then buys no time', async () => {
    const server = await rawServer((socket) => {
      socket.write(cut);
      const drip = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await post(server.url, { timeoutMs: 300 })).toEqual(failed('established', 'ATTEMPT_TIMEOUT', 201));
  });
});
