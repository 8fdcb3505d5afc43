import { texts } from '../../ui/language.ts'

export const ratingTexts = texts('chat.rating', {
  good: 'Good answer',
  bad: 'Bad answer',
  title: 'What was wrong?',
  privacy: 'Managers of this agent can read your rating and comment, without your name and without the chat.',
  reason: 'Reason',
  noReason: 'None of these reasons',
  reasons: {
    wrong: 'The answer is wrong',
    incomplete: 'Something is missing',
    off_topic: 'Not what I asked for',
    too_long: 'Too long',
    unsafe: 'Unsafe or harmful',
  },
  comment: 'Comment',
  send: 'Send',
  skip: 'Skip',
  removeRating: 'Remove rating',
  thanks: 'Thank you',
})
