import { numberIn, pluralIn } from '#ground/turn/language/formats.ts'
import { roundedDelay, type Notices } from './shape.ts'

const delay = (ms: number): string => {
  const { count, unit } = roundedDelay(ms)
  return `${numberIn('en', count)} ${pluralIn('en', count, { one: unit, other: `${unit}s` })}`
}

export const en: Notices = {
  working: 'Working on it …',
  retrying: (reason: string, afterMs: number) =>
    `${reason} The Hub tries again in ${delay(afterMs)}. Write /stop to prevent this.`,
  stopped: 'Stopped.',
  nothingToStop: 'Nothing is being answered right now.',
  began: 'A new conversation begins: the agent no longer uses earlier messages.',
  help: [
    'Ask a question or give the agent work. You can also send files.',
    '/new – begin a new conversation\n/stop – stop the answer that is being written\n/whoami – who you are here\n/help – this text',
  ].join('\n\n'),
  noAccess: 'You do not have access to this agent yet. Ask an administrator for it.',
  blocked: 'You are blocked. Ask an administrator.',
  withdrawn: 'You no longer have access to this agent, so the answer ends here.',
  failed: 'Your message could not be answered.',
  inLog: 'An administrator can find the reason in the Hub’s log.',
  cutOff: 'Your message could not be answered: the answer was cut off several times.',
  noWords: 'The model returned an empty answer. Send the message again, or rephrase it.',
  decided: {
    done: (summary: string) => `Confirmed and done: “${summary}”.`,
    failed: (summary: string) => `Confirmed, but it failed: “${summary}”.`,
    refused: (summary: string) => `Not done: “${summary}”.`,
    rejected: (summary: string) => `You rejected “${summary}”. Nothing was done.`,
    expired: (summary: string) => `“${summary}” was not confirmed in time. Nothing was done.`,
  },
  call: {
    approve: 'Approve',
    decline: 'Decline',
    waits: (link) => `Nothing was done yet. Approve or decline this call, or edit it here: ${link}`,
    more: (count) => `… and ${numberIn('en', count)} more, behind the link`,
    decided: {
      approved: 'Approved.',
      declined: 'Declined. Nothing was done.',
      expired: 'Nobody decided in time. Nothing was done.',
      stale: 'This call is outdated, because it was edited or its tool changed.',
    },
    already: {
      approved: 'You approved this already.',
      declined: 'You declined this already. Nothing was done.',
    },
    askAgain: { expired: 'Ask the agent again.', stale: 'Open the link in the message to decide.' },
    foreign: 'Only the person for whom the agent proposed this call can decide.',
    forbidden: 'You no longer have the permission for this call. Ask an administrator for it, or decline.',
  },
  declined: {
    unattended: (server: string) =>
      `${server} asked a question, which was declined: questions can only be answered in the web chat.`,
    unclear: (server: string) =>
      `${server} asked a question, which was declined: it worked for several people or chats and did not name the call that the question belongs to.`,
  },
  whoami: ({ email, agent }: { email: string; agent: string }) => `You are ${email}, and write to ${agent}.`,
  result: (link) => `Result: ${link}`,
  wholeResult: (link) => `Complete result: ${link}`,
  cut: {
    length: 'The answer ends here: it reached the model’s length limit. Write “continue” for the rest.',
    unbegun: 'The model reached its length limit before it wrote anything.',
    filter: 'The answer ends here: the model provider’s content filter stopped it.',
    withheld: 'There is no answer: the model provider’s content filter stopped it.',
  },
}
