// What is answered is what docs/openapi.yaml says: each response in it is given, as it says, and nothing else is.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';
import { operations, responsesOf, validator } from './document.ts';
import { everyAnswer, type Given } from './exercise.ts';

let world: World;
let answers: Given[];
beforeAll(async () => {
  world = await startWorld();
  answers = await everyAnswer(world);
});
afterAll(() => world.close());

const slugIn = ({ body }: Given): string =>
  String((body as { type?: string }).type ?? '').replace('urn:paid-once:', '');

const documented = [...operations.keys()].flatMap((route) =>
  responsesOf(route).flatMap((response) =>
    (response.slugs.length === 0 ? [''] : response.slugs).map((slug) => ({ route, slug, response, ...response })),
  ),
);

test.each(documented)('$route: $status $slug is given, as it is documented', ({ route, status, slug, response }) => {
  const validate = validator(response.schema);
  const found = answers.filter((given) => given.route === route && given.status === status && slugIn(given) === slug);
  expect(found.length, 'answers like this').toBeGreaterThan(0);
  for (const { headers, body } of found) {
    expect([validate(body), validate.errors, body]).toEqual([true, null, body]);
    expect(headers['content-type']).toBe(response.mediaType);
    for (const [name, { required = false, schema }] of Object.entries(response.headers)) {
      if (headers[name] === undefined) expect(required, `${name} is missing`).toBe(false);
      else expect([name, headers[name], validator(schema)(headers[name])]).toEqual([name, headers[name], true]);
    }
    expect(Object.keys(headers).filter((name) => !TRANSPORT.has(name) && !(name in response.headers))).toEqual([]);
  }
});

/** Of every HTTP answer; `Cache-Control` is spoken of once, for all. */
const TRANSPORT = new Set(['content-type', 'content-length', 'cache-control', 'date', 'connection', 'keep-alive']);

test('nothing else is answered', () => {
  const known = new Set(documented.map(({ route, status, slug }) => `${route} ${status} ${slug}`));
  const given = answers.map((answer) => `${answer.route} ${answer.status} ${slugIn(answer)}`);
  expect([...new Set(given)].filter((name) => !known.has(name))).toEqual([]);
});

test('each header that is documented is given', () => {
  const seen = (route: string, status: number, name: string) =>
    answers.some((given) => given.route === route && given.status === status && given.headers[name] !== undefined);
  const never = documented
    // A 500 heeded a preference only after lost races that no test brings about.
    .filter(({ status }) => status !== 500)
    .flatMap(({ route, status, headers }) =>
      Object.keys(headers)
        .filter((name) => !seen(route, status, name))
        .map((name) => `${route} ${status} ${name}`),
    );
  expect(never).toEqual([]);
});
