import { chatRoute } from '#chatapp/http/contract.ts'
import { ChatParams } from '#chatapp/chats/schema.ts'
import { QuestionAnswer } from '#ground/turn/question/schema.ts'
import {
  AnswerEvent,
  AnswerTaken,
  QuestionParams,
  RunningTasks,
  StoppedTasks,
  TaskConfig,
  TaskParams,
  Tasks,
} from './schema.ts'

export const watchAnswer = chatRoute('get', '/api/v1/chats/:id/events', {
  refusals: ['chat_missing'],
  summary: 'Follow the running answer of a chat',
  level: 'verified',
  params: ChatParams,
  isStream: true,
  answer: AnswerEvent,
})

export const listTasks = chatRoute('get', '/api/tasks/chat/:id', {
  refusals: ['chat_missing'],
  summary: 'Running answers of a chat',
  level: 'verified',
  params: ChatParams,
  answer: Tasks,
})

export const listAllTasks = chatRoute('get', '/api/tasks', {
  summary: 'What is running for the caller’s chats',
  level: 'verified',
  answer: RunningTasks,
})

export const readTaskConfig = chatRoute('get', '/api/v1/tasks/config', {
  summary: 'Which texts are generated beside answers: at most titles',
  level: 'admin',
  answer: TaskConfig,
})

export const stopAnswer = chatRoute('post', '/api/tasks/chat/:id/stop', {
  refusals: ['chat_missing'],
  summary: 'Stop the running answer of a chat',
  level: 'verified',
  params: ChatParams,
  answer: StoppedTasks,
})

export const answerQuestion = chatRoute('post', '/api/v1/chats/:id/questions/:question', {
  refusals: ['chat_missing', 'question_answered', 'question_over', 'question_unreachable'],
  summary: 'Answer a question of a tool in the running answer',
  level: 'verified',
  params: QuestionParams,
  body: QuestionAnswer,
  answer: AnswerTaken,
})

export const stopTask = chatRoute('post', '/api/tasks/stop/:id', {
  refusals: ['task_missing'],
  summary: 'Stop a running answer of any person',
  level: 'admin',
  params: TaskParams,
  answer: StoppedTasks,
})
