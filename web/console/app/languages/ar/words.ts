import { counted } from '../../../../ui/languages/ar/counted.ts'

export const turns = counted({
  one: 'جولة واحدة',
  two: 'جولتان',
  few: 'جولات',
  many: 'جولة',
  other: 'جولة',
})

export const problems = counted({
  one: 'مشكلة واحدة',
  two: 'مشكلتان',
  few: 'مشكلات',
  many: 'مشكلة',
  other: 'مشكلة',
})

export const attempts = counted({
  one: 'محاولة واحدة',
  two: 'محاولتان',
  few: 'محاولات',
  many: 'محاولة',
  other: 'محاولة',
})

export const times = counted({
  one: 'مرة واحدة',
  two: 'مرتين',
  few: 'مرات',
  many: 'مرة',
  other: 'مرة',
})
