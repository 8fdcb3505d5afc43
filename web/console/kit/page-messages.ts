import { texts } from '../../ui/language.ts'

/** Separate from the texts of each page, because navigation and search show them before a page loads. */
export const pages = texts('console.pages', {
  overview: {
    title: 'Overview',
    words: 'home start statistics usage cost tokens chats denials alerts problems',
  },
  notices: {
    title: 'Notices',
    words: 'notifications alerts mail email webhook channel Slack Telegram Mattermost digest quiet hours',
  },
  hubs: { title: 'Hubs', words: 'agents assistants state version running' },
  people: {
    title: 'People',
    words: 'accounts users members sign-ups approve block password delete administrators',
  },
  permissions: { title: 'Permissions', words: 'rights capabilities roles tools' },
  groups: { title: 'Groups', words: 'teams members departments' },
  organization: { title: 'Organization', words: 'access administrators admins grants all Hubs everyone' },
  workflows: { title: 'Workflows', words: 'tasks schedules cron jobs automation run now' },
  runs: { title: 'Runs', words: 'jobs executions history failed output logs cancel' },
  inbox: { title: 'Inbox', words: 'webhooks deliveries events endpoints quarantine replay senders' },
  messages: { title: 'Messages', words: 'channels WhatsApp Telegram Slack Mattermost conversations phone' },
  roster: { title: 'Who is who', words: 'roster senders handles phone numbers unknown' },
  traces: { title: 'Traces', words: 'telemetry spans latency errors debugging model calls logs' },
  audit: { title: 'Audit', words: 'log records tools denied allowed who did what' },
  accessChanges: { title: 'Access changes', words: 'log history records grants changes' },
  signIns: { title: 'Sign-ins', words: 'logins log in failed attempts security' },
  models: {
    title: 'Web chat models',
    railTitle: 'Settings',
    words: 'settings model servers connections OpenAI Ollama API provider',
  },
  signUp: {
    title: 'Sign-up and banner',
    settings: {
      accounts: {
        title: 'Who may make an account',
        words: 'sign-up registration register approval new accounts',
      },
      secondFactor: { title: 'Required second factor', words: 'two-step 2FA MFA TOTP passkey security' },
      banner: { title: 'Banner above the web chat', words: 'announcement notice maintenance message' },
    },
  },
  providers: {
    title: 'Providers',
    words: 'identity SSO single sign-on OIDC SAML Google Microsoft login integrations OAuth',
  },
  mail: { title: 'Mail', words: 'email e-mail SMTP server sender notices' },
  instances: { title: 'Instances', words: 'machines servers cluster drain health' },
  changes: {
    title: 'Change requests',
    about: 'Changes and tool calls that agents propose and that wait for your decision.',
    words: 'approvals approve confirm decide proposals',
  },
  artifacts: {
    title: 'Artifacts',
    about: 'Documents, pages and charts that agents made for you or that were shared with you.',
    words: 'files documents gallery shared links',
  },
  connections: {
    title: 'Connections',
    about: 'Your accounts at other services, for agents to use on your behalf.',
    words: 'accounts services OAuth integrations GitHub Google connect',
  },
  memory: {
    title: 'Memory',
    about: 'What agents remember about you.',
    words: 'notes remembered facts forget erase',
  },
  mcp: {
    title: 'MCP',
    about: 'Use your agents’ tools in other programs.',
    words: 'API keys programs clients Claude Cursor editor tokens',
  },
  hub: { title: 'Overview', words: 'state version model cost problems' },
  access: { title: 'Access', words: 'permissions rights grants members people share add person' },
  ratings: { title: 'Ratings', words: 'feedback thumbs quality' },
  files: { title: 'Files', words: 'agent.md prompts instructions edit definition tools' },
  budgets: { title: 'Budgets', words: 'limits spending cost quota money tokens' },
  settings: {
    title: 'Settings',
    words: 'mode groups unmanage channels WhatsApp Telegram Slack Mattermost token',
  },
})

/** Tabs of a Hub. */
export const tabs = texts('console.tabs', {
  overview: 'Overview',
  access: 'Access',
  activity: 'Activity',
  files: 'Files and versions',
  budgets: 'Budgets',
  settings: 'Settings',
})
