import { dateIn, listIn, numberIn, pluralIn } from './formats.ts'
import type { BudgetFacts, Sentences } from './shapes.ts'

const number = (value: number): string => numberIn('en', value)

const budgetName = ({ scope, task, period }: BudgetFacts): string => {
  const which = period === 'day' ? 'daily' : 'monthly'
  return {
    hub: `The ${which} budget of this agent`,
    person: `Your ${which} budget for this agent`,
    task: `The ${which} budget of the task ${task}`,
  }[scope]
}

export const en: Sentences = {
  budget: (facts) => {
    const { used, held, limit, isTokens, isUsedUp, resetsAt } = facts
    const tokens = isTokens ? ' tokens' : ''
    const anew = `It resets on ${dateIn('en', resetsAt)} at 00:00 UTC.`
    if (isUsedUp) return `${budgetName(facts)} is used up: ${used} of ${limit}${tokens}. ${anew}`
    const under = held === null ? '' : `, and ${held}${tokens} reserved by running answers`
    return `${budgetName(facts)} is too low for this request: ${used} of ${limit}${tokens} used${under}. ${anew}`
  },
  unpriced: (model) =>
    `This agent has a budget in US dollars, and the price of its model ${model} is unknown, so the cost cannot be counted. An administrator can add the price to the file that SVC_PRICES_FILE names, or set SVC_UNPRICED_MODEL_USD to a maximum price per million tokens.`,
  budgetUnavailable:
    'The budgets of this agent could not be checked right now. Please try again in a moment.',
  loop: 'The same caller repeated this request many times within a minute, or an answer to the request repeated it, with tool calls each time. The agent seems to start itself in a loop, so this answer was stopped. Wait a minute, or ask for something else.',
  busy: 'All agent processes of this Hub are busy. Please try again in a moment. The Hub’s operator can allow more processes with SVC_AGENT_MAX_PROCESSES.',
  failed: (kind) => `The call failed (${kind}).`,
  modelFailed: {
    unauthorized: 'The model failed: its provider refused the key.',
    rate_limited: 'The model failed: its provider’s rate limit is reached.',
    bad_request: 'The model failed: its provider refused the request.',
    too_long: 'The model failed: the conversation is too long for this model.',
    unavailable: 'The model failed: its provider can’t be reached or reported an error.',
    timeout: 'The model failed: its provider took too long.',
    bad_answer: 'The model failed: its provider sent an invalid response.',
    window_too_small:
      'The model failed: its context window is too small for the instructions and tools of the agent.',
  },
  forPeople: {
    unauthorized: 'The agent’s model does not accept the Hub’s key. Tell an administrator.',
    rate_limited: 'The agent’s model receives too many requests at the moment. Try again later.',
    bad_request: 'The agent’s model refused the request. Tell an administrator.',
    unavailable:
      'The agent’s model can’t be reached or has a problem. Try again later. If that doesn’t help, tell an administrator.',
    timeout: 'The agent’s model took too long. Try again.',
    bad_answer: 'The answer of the agent’s model can’t be read. Tell an administrator.',
    window_too_small: 'The agent’s instructions and tools are too long for its model. Tell an administrator.',
    model_unpriced:
      'This agent has a budget, and the price of its model is unknown, so the cost cannot be counted. Tell an administrator.',
    agent_busy: 'The agent is answering as many requests as it can right now. Please try again in a moment.',
  },
  shortened: {
    summary: 'The older messages of this chat no longer fit, so I work from a summary of them.',
    partly:
      'The older messages of this chat no longer fit: I work from a summary of their newer part, and the oldest were left out.',
    leftOut: 'The older messages of this chat no longer fit and were left out.',
  },
  leftOut: {
    moreFiles: (count) =>
      `The model only got the ${pluralIn('en', count, { one: 'name', other: 'names' })} of ${number(count)} more ${pluralIn('en', count, { one: 'file', other: 'files' })}.`,
    unread: (name, problem) => `${name} was not read. ${problem}`,
    inPart: (name, shown, all) => `Only the first ${shown} of ${all} characters of ${name} reach the model.`,
    onlyNames: (reason, names, more) =>
      `${reason}, so it only got the ${names.length + more === 1 ? 'name' : 'names'} of ${listIn('en', more > 0 ? [...names, `${number(more)} more`] : names)}.`,
    kinds: {
      image: 'look at pictures',
      pdf: 'read PDF files',
      audio: 'listen to audio',
      video: 'watch videos',
    },
    kind: (ability) => `This model can’t ${ability}`,
    format: (ability, format) => `This model can’t ${ability} of type ${format}`,
    damaged: 'This model can’t look at a damaged picture',
    bytes: (size, limit) => `A picture is too large for this model (${size}; limit: ${limit})`,
    side: (pixels) => `A picture has too many pixels for this model (limit: ${pixels} per side)`,
    count: 'There are more pictures than this model accepts in one request',
    total: 'The files exceed the model’s limit for one request',
    refused: 'The model’s provider refused a file',
    otherCopy: 'Another copy of the picture may work.',
    otherFormat: 'A JPEG or PNG file would work.',
    smaller: 'A smaller picture would work.',
  },
  titles: {
    listFiles: { running: 'Listing files', done: 'Listed files', failed: 'Could not list files' },
    searchFiles: { running: 'Searching files', done: 'Searched files', failed: 'Could not search files' },
    save: {
      running: (name) => `Saving ${name}`,
      done: (name) => `Saved ${name}`,
      failed: (name) => `Could not save ${name}`,
    },
    write: {
      running: (name) => `Writing ${name}`,
      done: (name) => `Wrote ${name}`,
      failed: (name) => `Could not write ${name}`,
    },
    read: {
      running: (name) => `Reading ${name}`,
      done: (name) => `Read ${name}`,
      failed: (name) => `Could not read ${name}`,
    },
    readSkill: {
      running: (name) => `Reading the skill ${name}`,
      done: (name) => `Read the skill ${name}`,
      failed: (name) => `Could not read the skill ${name}`,
    },
    runCommand: { running: 'Running a command', done: 'Ran a command', failed: 'Could not run a command' },
    noteSave: { running: 'Making a note', done: 'Made a note about you', failed: 'Could not make a note' },
    noteList: {
      running: 'Reading notes',
      done: 'Read the notes about you',
      failed: 'Could not read the notes',
    },
    noteForget: {
      running: 'Forgetting a note',
      done: 'Forgot a note about you',
      failed: 'Could not forget a note',
    },
    subAgent: {
      running: (name) => `${name} is at work`,
      done: (name) => `${name} is done`,
      failed: (name) => `${name} could not finish`,
    },
    publish: {
      running: 'Publishing an artifact',
      done: 'Published an artifact',
      failed: 'Could not publish an artifact',
    },
    update: {
      running: 'Updating an artifact',
      done: 'Updated an artifact',
      failed: 'Could not update an artifact',
    },
    connectAccount: {
      running: 'Connecting an account',
      done: 'Offered to connect an account',
      failed: 'Could not connect an account',
    },
    askPerson: {
      running: 'Asking you a question',
      done: 'Asked you a question',
      failed: 'Could not ask you a question',
    },
    summarise: {
      running: 'Summarising older messages',
      done: 'Summarised older messages',
      failed: 'Could not summarise older messages',
    },
  },
}
