import { texts } from '../../ui/language.ts'
import type { ParameterFault } from './integrations-parameters.ts'

export const integrationMessages = texts('chat.integrations', {
  connections: 'Connections',
  integrations: 'Integrations',

  connectionsText:
    'Connect your accounts at other services, so that agents can use them for you. Agents never see your passwords.',
  connectionsList: 'Accounts to connect',
  none: 'Nothing to connect yet',
  noneText: 'When an administrator sets up a provider that you may use, it appears here.',
  noneTextAdmin: 'Set up a provider under Integrations first.',
  notConnected: 'Not connected',
  help: {
    expiring: 'Reconnect the account to keep using it.',
    expired: 'Reconnect the account to keep using it.',
    revoked: 'The provider ended this connection, or the saved tokens can’t be read. Reconnect.',
    misconfigured:
      'The provider refuses this service. Your account is fine: an administrator has to check the provider’s settings.',
  },
  missing: (scopes: string) => `Not granted yet: ${scopes}. Reconnect to grant this access.`,
  since: (when: string) => `Connected ${when}`,
  ends: (when: string) => `expires ${when}`,
  asks: (scopes: string) => `Requested access: ${scopes}`,
  granted: (scopes: string) => `Granted: ${scopes}`,
  connect: 'Connect',
  reconnect: 'Reconnect',
  connectOne: (name: string) => `Connect ${name}`,
  reconnectOne: (name: string) => `Reconnect ${name}`,
  disconnect: 'Disconnect',
  disconnectOne: (name: string) => `Disconnect ${name}`,
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectText: 'Agents can no longer use this account. You can connect it again.',
  disconnected: (name: string) => `${name} is disconnected`,
  disconnectedHere: (name: string) =>
    `${name} is disconnected in this service, but the access couldn’t be revoked at the provider. Revoke the access there as well.`,

  integrationsText:
    'Providers whose accounts people can connect. Agents use an account only on behalf of its owner.',
  providersList: 'Providers',
  refusesUs: (code: string) =>
    `The provider refuses this service and answers “${code}”. Check the client id, the client secret and how the secret is sent.`,
  noProviders: 'No provider yet',
  noProvidersText: 'Add an MCP server that asks people to sign in, or a service with OAuth.',
  add: 'Add provider',
  addTitle: 'New provider',
  editTitle: (name: string) => `Edit ${name}`,
  editOne: (name: string) => `Edit ${name}`,
  removeOne: (name: string) => `Remove ${name}`,
  kind: 'Kind',
  kinds: { mcp: 'MCP server', openid: 'OpenID provider', oauth2: 'OAuth 2.0 service' },
  off: 'Off',
  people: (count: number) => (count === 1 ? '1 person connected' : `${count} people connected`),
  nobody: 'Nobody connected',
  name: 'Name',
  nameHint: 'Name of the provider that people see.',
  id: 'Id',
  idHint: 'Part of the redirect address. The id can’t be changed later.',
  idShape: 'Use lower-case letters, digits, - and _.',
  address: { mcp: 'Address of the server', openid: 'Issuer', oauth2: 'Authorization address' },
  addressExample: {
    mcp: 'https://mcp.example.com/mcp',
    openid: 'https://login.example.com',
    oauth2: 'https://example.com/oauth/authorize',
  },
  addressShape: 'Enter an address that begins with https:// or http://.',
  tokenUrl: 'Token address',
  revocationUrl: 'Revocation address',
  optional: 'Optional.',
  scopes: 'Scopes',
  scopesHint: 'Separated by spaces. Leave empty to request the provider’s default scopes.',
  more: {
    title: 'More',
    about: {
      mcp: 'description, authorization server, extra parameters',
      openid: 'description, how the secret is sent, extra parameters',
      oauth2: 'description, issuer, how the secret is sent, extra parameters',
    },
    description: 'Description',
    descriptionHint: 'People and agents see the description beside the name.',
    issuer: 'Issuer',
    issuerHint: 'Optional. If set, authorization responses from another issuer are refused.',
    authorizationServer: 'Authorization server',
    authorizationServerHint: 'Optional. Replaces the authorization server that the MCP server names.',
    authentication: 'How the secret is sent',
    authentications: {
      '': 'As the provider’s metadata specifies',
      basic: 'In a header (basic)',
      post: 'In the form (post)',
    },
    withoutOffline: 'Without offline access',
    withoutOfflineHint:
      'The scope offline_access is not requested. Connections may then end when the person signs out at the provider.',
    parameters: 'Extra parameters',
    parametersHint: 'Added to authorization requests. One name=value per line.',
    parameterFault: (fault: ParameterFault) => {
      if (fault.kind === 'tooMany') return 'Enter at most 20 parameters.'
      if (fault.kind === 'ours')
        return `“${fault.line}” is set by this service and can’t be an extra parameter.`
      if (fault.kind === 'twice') return `“${fault.line}” appears twice.`
      return `“${fault.line.slice(0, 60)}” doesn’t have the form name=value.`
    },
  },
  clientId: 'Client id',
  clientIdHint: 'Leave empty if the server registers this service automatically.',
  clientSecret: 'Client secret',
  secretKept: 'A secret is stored and never shown. Leave this field unchanged to keep the secret.',
  redirect: 'Redirect address',
  redirectHint: 'Enter this address at the provider exactly as shown.',
  copy: 'Copy',
  copied: 'Copied',
  who: 'Who may connect',
  whoChoices: { admins: 'Administrators', everyone: 'Everyone', groups: 'Some groups' },
  whoOthers: 'Some people',
  groups: 'Groups',
  noGroups: 'There is no group yet.',
  groupMissing: 'Choose at least one group.',
  enabled: 'People can connect accounts, and agents can use them',
  enabledHint: 'If off, existing connections are kept but not used.',
  required: (label: string) => `${label} is required.`,
  test: 'Test',
  testOk: (issuer: string) => `The provider answers correctly. People sign in at ${issuer}.`,
  testNoRegistration: 'The provider doesn’t register services automatically: enter a client id.',
  testNoRevocation: 'The provider has no revocation address, so disconnecting can’t revoke its tokens.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Provider saved',
  changes: (count: number) =>
    count === 1
      ? 'Changing the address or client id ends the connection of 1 person.'
      : `Changing the address or client id ends the connections of ${count} people.`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (count: number) => {
    if (count === 0) return 'Nobody has connected an account of this provider.'
    return count === 1
      ? 'Removing the provider ends the connection of 1 person.'
      : `Removing the provider ends the connections of ${count} people.`
  },
  remove: 'Remove provider',
  removed: 'Provider removed',
})
