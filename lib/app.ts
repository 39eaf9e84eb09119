// Decides what a synth produces: the stack of the given settings, checked by cdk-nag, or one sentence per wrong setting.

import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { PaymentStack } from './payment-stack.ts';
import { settingsFromContext } from './settings.ts';

const app = new App({
  autoSynth: false,
  // The CDK CLI decides these three otherwise: the template is the same with and without it.
  analyticsReporting: false,
  context: { 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true },
});
const given = settingsFromContext(app.node.getAllContext());

if (given.kind === 'invalid') {
  for (const problem of given.problems) console.error(problem);
  process.exitCode = 1;
} else {
  new PaymentStack(app, { settings: given.settings });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
}
