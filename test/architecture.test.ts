// The shape of the code: which way imports point, how large files may be, and that one thing has one name everywhere.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { definitionOf, statesOf, type Workflow } from './lib/definition.ts';
import { synthesise } from './lib/synth.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['client', 'core', 'adapters', 'functions', 'lib', 'local', 'bench', 'test'] as const;
type Folder = (typeof FOLDERS)[number];

interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly folder: Folder;
  readonly text: string;
  readonly lines: number;
  /** What it imports: our own files by path, packages by name. */
  readonly imports: readonly string[];
}

const IMPORT = /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm;
const BARE_IMPORT = /^\s*import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]/g;

const specifiersIn = (text: string): string[] =>
  [IMPORT, BARE_IMPORT, DYNAMIC_IMPORT].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, found = '']) => found),
  );

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
  return specifier.startsWith('#') ? specifier.slice(1) : specifier;
}

const files: readonly SourceFile[] = FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => {
      const full = join(entry.parentPath, entry.name);
      const path = full.slice(ROOT.length + 1).replaceAll('\\', '/');
      const text = readFileSync(full, 'utf8');
      const imports = specifiersIn(text).map((specifier) => resolved(path, specifier));
      return { path, folder, text, lines: text.split('\n').length - 1, imports };
    }),
);
const source = files.filter(({ folder }) => folder !== 'test');
const tests = files.filter(({ folder }) => folder === 'test');
const folderOf = (path: string): Folder | null => FOLDERS.find((folder) => path.startsWith(`${folder}/`)) ?? null;

/** Every place where `wrong` holds, so that a failure names them all. */
const offences = (among: readonly SourceFile[], wrong: (file: SourceFile) => readonly string[]): string[] =>
  among.flatMap((file) => wrong(file).map((what) => `${file.path}: ${what}`));

test('imports are found however they are written', () => {
  const text = [
    "import type { A } from './a.ts';",
    'import {\n  b,\n  type C,\n} from "#core/b.ts";',
    "export { d } from '../d.ts';",
    "import 'e';",
    "const f = await import('f');",
    "const text = 'from nowhere';",
  ].join('\n');
  expect(specifiersIn(text).sort()).toEqual(['#core/b.ts', '../d.ts', './a.ts', 'e', 'f']);
  expect(files.filter(({ imports }) => imports.length > 0).length).toBeGreaterThan(files.length / 2);
});

describe('arrows point one way', () => {
  /** Who may import whom. `local`, `bench` and `test` stand side by side at the top. */
  const MAY_IMPORT: Readonly<Record<Folder, readonly Folder[]>> = {
    client: ['client'],
    core: ['core'],
    adapters: ['adapters', 'core'],
    functions: ['functions', 'adapters', 'core'],
    lib: ['lib', 'core'],
    local: ['local', 'functions', 'adapters', 'core'],
    bench: ['bench', 'local', 'lib', 'functions', 'adapters', 'core', 'test'],
    test: FOLDERS,
  };

  test('local, bench, test -> functions -> adapters -> core', () => {
    const wrong = offences(files, ({ folder, imports }) =>
      imports.filter((path) => {
        const to = folderOf(path);
        return to !== null && !MAY_IMPORT[folder].includes(to);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('what is imported is there', () => {
    expect(
      offences(files, ({ imports }) => imports.filter((path) => folderOf(path) && !existsSync(join(ROOT, path)))),
    ).toEqual([]);
  });

  test('of a function only its handler knows adapters', () => {
    const inner = files.filter(({ folder, path }) => folder === 'functions' && !path.endsWith('/handler.ts'));
    expect(offences(inner, ({ imports }) => imports.filter((path) => /^adapters\/|^@aws|^@middy/.test(path)))).toEqual(
      [],
    );
  });

  test('an adapter knows no other adapter', () => {
    const own = (path: string) => path.split('/').slice(0, 2).join('/');
    expect(
      offences(
        files.filter(({ folder }) => folder === 'adapters'),
        ({ path, imports }) => imports.filter((to) => to.startsWith('adapters/') && own(to) !== own(path)),
      ),
    ).toEqual([]);
  });

  test('lib takes the settings from core, and nothing else of ours', () => {
    expect(
      offences(
        files.filter(({ folder }) => folder === 'lib'),
        ({ imports }) => imports.filter((to) => folderOf(to) !== null && !/^(lib|core\/settings)\//.test(to)),
      ),
    ).toEqual([]);
  });

  test('across folders by #name, inside one by path', () => {
    const crossing = offences(
      source.filter(({ folder }) => folder !== 'bench'),
      ({ path, text }) =>
        specifiersIn(text).filter((specifier) => {
          const to = folderOf(resolved(path, specifier));
          return to !== null && specifier.startsWith('#') === (to === folderOf(path));
        }),
    );
    expect(crossing).toEqual([]);
  });
});

describe('core decides, and touches nothing', () => {
  const core = files.filter(({ folder }) => folder === 'core');

  test('no I/O and no AWS', () => {
    expect(
      offences(core, ({ imports }) => imports.filter((to) => /^(node:(?!crypto$)|@aws|aws-|@middy)/.test(to))),
    ).toEqual([]);
  });

  test('no ambient clock, chance or environment', () => {
    const AMBIENT =
      /\b(Date\.now\(|new Date\(\)|Math\.random\(|process\.|performance\.|setTimeout\(|setInterval\(|fetch\(|random(UUID|Bytes|Int)\(|console\.)/g;
    expect(offences(core, ({ text }) => text.match(AMBIENT) ?? [])).toEqual([]);
  });

  test('nothing waits', () => {
    const WAITS = /\basync (function|\()|\bawait [\w(]/g;
    expect(offences(core, ({ text }) => text.match(WAITS) ?? [])).toEqual([]);
  });
});

describe('files are small and named after what they decide', () => {
  test('none of the source is over 200 lines, a test is under 300, a handler 30 at most', () => {
    const most = ({ folder, path }: SourceFile) => (path.endsWith('/handler.ts') ? 30 : folder === 'test' ? 299 : 200);
    expect(offences(files, (file) => (file.lines > most(file) ? [`${file.lines} lines`] : []))).toEqual([]);
  });

  test('half of the source is under 80 lines', () => {
    const lines = source.map((file) => file.lines).sort((a, b) => a - b);
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThan(80);
  });

  test('no drawers and no barrels', () => {
    const drawer = /[/-](utils?|helpers?|common|managers?)[./-]|\/index\.ts$/;
    expect(files.map(({ path }) => path).filter((path) => drawer.test(path))).toEqual([]);
  });

  test('each opens with what it decides', () => {
    expect(offences(source, ({ text }) => (/^(\/\/ |\/\*\*)/.test(text) ? [] : [text.split('\n')[0] ?? '']))).toEqual(
      [],
    );
  });
});

describe('one word everywhere', () => {
  const prod = synthesise();
  const tasks = (['PaymentWorkflow', 'ReconcileWorkflow'] as Workflow[]).flatMap((workflow) =>
    statesOf(definitionOf(prod, workflow), 'Task').map(([state, { Parameters }]) => {
      const word = Parameters?.FunctionName.split(':').at(-1) ?? '';
      return { state, word };
    }),
  );
  const kebab = (word: string) => word.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

  test.each(tasks)('the state $state is the function $word', ({ state, word }) => {
    expect(['', 'Retry'].map((prefix) => prefix + word)).toContain(state);
    const name = kebab(word);
    for (const path of [
      `functions/${name}/handler.ts`,
      `functions/${name}/${name}.ts`,
      `test/functions/${name}.test.ts`,
    ])
      expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  const endpoints = readdirSync(join(ROOT, 'functions')).filter((name) =>
    existsSync(join(ROOT, 'functions', name, 'handler.ts')),
  );
  test.each(endpoints)('functions/%s has its decision and its test', (name) => {
    expect(existsSync(join(ROOT, 'functions', name, `${name}.ts`))).toBe(true);
    expect(existsSync(join(ROOT, 'test/functions', `${name}.test.ts`))).toBe(true);
  });
});

describe('nothing is waved through', () => {
  test('no cast to any', () => {
    expect(offences(files, ({ text }) => text.match(/\bas any(?=\s*[)\];,.}])/g) ?? [])).toEqual([]);
  });

  test('no test is left out, or runs alone', () => {
    const LEFT_OUT = /\b(describe|test|it)(\.\w+)*\.(skip|only|todo|fails)\b/g;
    expect(offences(tests, ({ text }) => text.match(LEFT_OUT) ?? [])).toEqual([]);
  });

  test('no module is mocked', () => {
    expect(offences(tests, ({ text }) => text.match(/\bvi\.(do)?mock\(/gi) ?? [])).toEqual([]);
  });
});
