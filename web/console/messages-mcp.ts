/** Texts of the page on which a person lets a program in. */
export const authorizeMessages = {
  title: 'Let a program in',
  question: (program: string, hub: string) => `Let “${program}” use ${hub}?`,
  signedInAs: 'You are signed in as',
  may: 'In your name it may',
  mayDo: ['use the tools that you may use', 'read the files that you may read'],
  mayNot: 'It can’t open your chats, the Console or other Hubs, and whatever it does is recorded as yours.',
  destination: {
    site: (name: string) => `The answer goes to ${name}.`,
    machine: (name: string) => `The answer goes to a program on this computer (${name}).`,
    program: (name: string) => `The answer goes to a program on this computer (${name}).`,
  },
  warning: 'A program may call itself anything. Go on only if you have just started this in it.',
  allow: 'Allow',
  deny: 'Deny',
  end: 'You can end its access at any time, on the MCP page.',
  noAccess: (hub: string) => `You may not use ${hub}`,
  noAccessText:
    'So there is nothing that you could allow. Ask an administrator for access, then start again.',
  failed: 'This program can’t be let in',
  failedText:
    'Go back to it and start again. If that doesn’t help, tell whoever made it what is written here.',
  left: 'You can close this page',
  leftText: 'The program has your answer and goes on by itself.',
} as const
