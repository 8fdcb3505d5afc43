import { texts } from '../../ui/language.ts'

/** Descriptions for people; the tools' own descriptions are written for models. */
export const toolTexts = texts('chat.tools', {
  list_files: {
    title: 'List files',
    text: 'Lists files that the team shares with the agent, and the chat’s files.',
  },
  read_skill: {
    title: 'Read skills',
    text: 'Reads the instructions that the team wrote for a kind of task.',
  },
  read_file: { title: 'Read files', text: 'Reads text, tables, PDF, Office files and emails.' },
  search_files: { title: 'Search files', text: 'Searches files and lists the lines that contain a text.' },
  write_file: { title: 'Write files', text: 'Creates or replaces text files in the chat’s folder.' },
  save_file: { title: 'Give you files', text: 'Creates a file for you, with a link to open it.' },
  fetch_url: { title: 'Fetch from the web', text: 'Reads public web pages and documents.' },
  run_command: {
    title: 'Run commands',
    text: 'Runs programs on the server, for example to calculate or convert files.',
  },
  remember: { title: 'Remember', text: 'Saves notes about you for later chats.' },
  connect_account: {
    title: 'Connect accounts',
    text: 'Lets you connect your account at another service.',
  },
  ask_person: {
    title: 'Ask you',
    text: 'Asks you a question, and continues with your answer, maybe days later.',
  },
  publish_artifact: {
    title: 'Publish artifacts',
    text: 'Creates a page, report or picture that opens in a viewer and that you can share.',
  },
  update_artifact: { title: 'Update artifacts', text: 'Publishes a new version of an artifact.' },
  list_access: { title: 'List access', text: 'Lists people’s permissions on agents that you manage.' },
  explain_access: { title: 'Explain access', text: 'Explains why a person has or lacks a permission.' },
  propose_access: {
    title: 'Propose access',
    text: 'Prepares a change to a person’s access; you confirm the change.',
  },
  propose_account: {
    title: 'Propose accounts',
    text: 'Prepares a new account for a person; you confirm it.',
  },
})
