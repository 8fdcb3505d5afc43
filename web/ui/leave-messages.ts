import { texts } from './language.ts'
export const leaving = texts('ui.leaving', { title: 'Leave this page?', leave: 'Leave', stay: 'Stay' })
