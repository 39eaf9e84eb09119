// Where the AWS SDK finds credentials: in the environment, where Lambda puts those of the function's role, and nowhere else.

/**
 * Bundled in the place of `@aws-sdk/credential-provider-node`, whose chain begins with the same and goes on to profiles,
 * single sign-on, web identities, processes and instance metadata: a third of each bundle, for what no function has.
 * @throws CredentialsProviderError, from every request, where there are none
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
