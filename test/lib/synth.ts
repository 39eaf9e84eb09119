// Decides how the tests synthesise: in this process, without bundling, once per settings in a test file.

import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { parseSettings } from '#core/settings/parse-settings.ts';
import { PaymentStack } from '#lib/payment-stack.ts';

export interface Resource {
  readonly Type: string;
  // A template is any JSON: each test says what it expects of it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
}

export interface Synthesised {
  readonly app: App;
  readonly stack: Stack;
  readonly template: Template;
  readonly resources: Readonly<Record<string, Resource>>;
}

const made = new Map<string, Synthesised>();

export function synthesise(given: Readonly<Record<string, unknown>> = {}): Synthesised {
  const name = JSON.stringify(given);
  const before = made.get(name);
  if (before) return before;
  const parsed = parseSettings(given);
  if (parsed.kind === 'invalid') throw new Error(parsed.problems.join(' '));
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const stack = new PaymentStack(app, { settings: parsed.settings });
  const template = Template.fromStack(stack);
  const result = { app, stack, template, resources: template.toJSON().Resources as Record<string, Resource> };
  made.set(name, result);
  return result;
}

/** The one resource of this type whose logical id begins like this. */
export function resourceOf({ resources }: Synthesised, type: string, idPrefix: string): Resource {
  const found = Object.entries(resources).filter(([id, { Type }]) => Type === type && id.startsWith(idPrefix));
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} resources ${type} ${idPrefix}`);
  return only[1];
}
