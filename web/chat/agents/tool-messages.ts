import { texts } from '../../ui/language.ts'

/** Descriptions for people; the tools' own descriptions are written for models. */
export const toolTexts = texts('chat.tools', {
  list_files: {
    title: 'List files',
    text: 'Sees which files the team shares with it, and those of the chat.',
  },
  read_file: { title: 'Read files', text: 'Reads text, tables, PDF, Office files and e-mails.' },
  search_files: { title: 'Search files', text: 'Searches files for lines with a text.' },
  write_file: { title: 'Write files', text: 'Writes text files of the chat.' },
  save_file: { title: 'Give you files', text: 'Makes a file for you, with a link that opens it.' },
  fetch_url: { title: 'Fetch from the web', text: 'Reads public web pages and documents.' },
  run_command: {
    title: 'Run commands',
    text: 'Runs programs on the server, such as to calculate or to convert files.',
  },
  remember: { title: 'Remember', text: 'Saves notes about you for later chats.' },
  connect_account: {
    title: 'Connect accounts',
    text: 'Offers you to connect an account that you have elsewhere.',
  },
  publish_artifact: {
    title: 'Publish artifacts',
    text: 'Makes a page, report or picture that opens in a viewer and that you can share.',
  },
  update_artifact: { title: 'Update artifacts', text: 'Changes what it published, as a new version.' },
  list_access: { title: 'List access', text: 'Lists people’s permissions on agents that you manage.' },
  explain_access: { title: 'Explain access', text: 'Tells why somebody may do something, or may not.' },
  propose_access: { title: 'Propose access', text: 'Prepares a change of access, which people decide on.' },
  propose_account: { title: 'Propose accounts', text: 'Prepares a new account, which people decide on.' },
})
