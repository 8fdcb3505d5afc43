import { texts } from '../../ui/language.ts'

export const ratingTexts = texts('chat.rating', {
  good: 'Good answer',
  bad: 'Bad answer',
  title: 'What was wrong?',
  privacy: 'Managers of this agent can read this, without your name and without the chat.',
  reason: 'Reason',
  noReason: 'None of these',
  reasons: {
    wrong: 'It isn’t right',
    incomplete: 'Something is missing',
    off_topic: 'Not what I asked',
    too_long: 'Too long',
    unsafe: 'Unsafe or harmful',
  },
  comment: 'More about it',
  send: 'Send',
  skip: 'Skip',
  takeBack: 'Remove rating',
  thanks: 'Thank you',
})
