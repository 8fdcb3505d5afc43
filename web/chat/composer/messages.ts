/** Texts of the place where a message is written. */
export const composer = {
  label: 'Message',
  placeholder: (agent: string) => `Message ${agent}`,
  send: 'Send',
  stop: 'Stop',
  attach: 'Attach files',
  remove: (name: string) => `Remove ${name}`,
  retryFile: (name: string) => `Upload ${name} again`,
  drop: 'Drop files to attach them',
  uploading: (percent: number) => `Uploading, ${percent} %`,
  tooLarge: (limit: string) => `Larger than ${limit}`,
  waitForFiles: 'Files are still being uploaded.',
  failedFiles: 'Remove the files that weren’t uploaded, or try them again.',
  noAgent: 'There is no agent to talk to yet.',
  lostAgent: 'You no longer have access to this agent. The chat can still be read.',
  busy: 'The agent is answering. You can send when it is done.',
  note: 'Agents can make mistakes. Check what matters.',
} as const
