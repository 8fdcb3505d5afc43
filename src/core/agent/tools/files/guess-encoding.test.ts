import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { guessEncoding, type LegacyEncoding } from './guess-encoding.ts'

const tables = new Map<string, Map<string, number[]>>()
function tableOf(encoding: LegacyEncoding): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  const isWide = /^(shift_jis|gb18030|big5|euc-kr|euc-jp)$/.test(encoding)
  const add = (bytes: number[]) => {
    const [character = '', ...more] = decoder.decode(Uint8Array.from(bytes))
    if (more.length === 0 && character !== '\ufffd' && !table.has(character)) table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add([byte])
  for (let lead = 0x81; isWide && lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail])
  tables.set(encoding, table)
  return table
}

const encode = (text: string, encoding: LegacyEncoding): Uint8Array =>
  Uint8Array.from(
    Array.from(text).flatMap((character) => tableOf(encoding).get(character) ?? assert.fail(character)),
  )

const CHINESE = [
  '姓名,城市\n张伟,北京\n',
  '李娜',
  '订单号,金额\n1001,25.50元\n',
  '上海市浦东新区',
  '客户:王芳,电话',
  '您好,谢谢!',
]
const TAIWANESE = [
  '姓名,城市\n陳志豪,台北市\n',
  '林淑芬',
  '訂單編號,金額\n7,1200元',
  '高雄市左營區',
  '感謝您的訂購',
]
const KOREAN = [
  '이름,도시\n김민수,서울\n',
  '박지영',
  '주문번호,금액\n12,5000원',
  '부산광역시 해운대구',
  '안녕하세요',
  '2026년 3월 5일',
]
const JAPANESE = [
  '氏名,住所\n山田太郎,東京都\n',
  '佐藤花子',
  '注文番号,金額\n5,1200円',
  '日本語のテスト',
  'ありがとうございます',
  '株式会社トヨタ',
  'ﾔﾏﾀﾞ ﾀﾛｳ,ｶ)ﾃｽﾄ',
]
const RUSSIAN = [
  'Имя,Город\nИван Петров,Москва\n',
  'Анна',
  'сумма;дата\n100,50 руб.;3 марта',
  'МОСКВА',
  'Санкт-Петербург, ул. Ленина, д. 5',
  'Привет, как дела?',
  'Ёлкин',
  'ИТОГО: 5',
]
const UKRAINIAN = ['Ім’я;Місто\nОлена;Київ', 'Львів, вул. Шевченка', 'Надія Їжакевич']
const POLISH = ['Imię;Miasto\nŁukasz;Łódź\n', 'Wrocław', 'zażółć gęślą jaźń', 'Kwota: 100 zł', 'Gdańsk']
const CZECH = ['Jméno;Město\nJiří Dvořák;Plzeň\n', 'Příliš žluťoučký kůň', 'Nováček', 'Částka: 100 Kč']
const HUNGARIAN = ['Név;Város\nErdős Pál;Győr\n', 'Összeg: 100 Ft, fizetendő', 'árvíztűrő tükörfúrógép']
const CROATIAN = ['Ime;Grad\nIvan Horvatić;Čakovec', 'Đuro Šimić, Požega']
const WESTERN = [
  'Müller Straße it’s café',
  'Zürich',
  'naïve',
  'Ñandú;España',
  'São Paulo, João',
  'Ærø;Åse;Øystein',
  'François;Noël;Élodie',
  'Città;perché',
  '¿Qué tal? ¡Hola!',
  'Preis: 5 €',
  '20 °C',
  '“quoted” – dash',
  'Þór Guðmundsson',
  'Ünal & Söhne',
  'ÄRGER ÜBER GRÖSSE',
  'Å',
  'é',
  'crème brûlée à la carte',
  '£5 ½',
  'Ação nº 5',
  'Göteborg;Malmö',
  'œuvre',
  'übergroß',
  'déjà vu',
  'Peña',
  'ÑOÑO',
  'coração',
  'Hôtel',
  'Jyväskylä',
  '§ 5 Abs. 2',
]
const SAMPLES: readonly (readonly [LegacyEncoding, readonly string[]])[] = [
  ['gb18030', CHINESE],
  ['big5', TAIWANESE],
  ['euc-kr', KOREAN],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE.slice(0, -1)],
  ['windows-1251', [...RUSSIAN, ...UKRAINIAN]],
  ['koi8-u', [...RUSSIAN, ...UKRAINIAN.slice(1)]],
  ['ibm866', RUSSIAN],
  ['windows-1250', [...POLISH, ...CZECH, ...HUNGARIAN, ...CROATIAN]],
  ['iso-8859-2', ['Łukasz;Łódź;Świętokrzyska', 'Šimon Žižka']],
  ['windows-1253', ['Όνομα;Πόλη\nΓιώργος;Αθήνα', 'Ελλάδα']],
  ['windows-1254', ['Adı;Şehir\nIşık Yılmaz;İzmir', 'Türkiye’nin başkenti', 'Çağrı Şahin']],
  ['windows-1255', ['שם;עיר\nדוד כהן;ירושלים', 'שלום']],
  ['windows-1256', ['الاسم;المدينة\nمحمد;القاهرة', 'مرحبا']],
  ['windows-1257', ['Vardas;Šiauliai\nJūratė Žukauskienė', 'Jānis Bērziņš;Rīga']],
  ['windows-874', ['ชื่อ,เมือง\nสมชาย,กรุงเทพ', 'สวัสดี']],
  ['windows-1252', WESTERN],
]

test('short texts of each language are read in their encoding', () => {
  const wrong: string[] = []
  for (const [encoding, texts] of SAMPLES)
    for (const text of texts) {
      const bytes = encode(text, encoding)
      const found = guessEncoding(bytes)
      const read = new TextDecoder(found).decode(bytes)
      if (read !== text) wrong.push(`${encoding}: ${text} was read as ${found}: ${read}`)
    }
  assert.deepEqual(wrong, [])
})

test('a long text is read as its short lines are', () => {
  for (const [encoding, texts] of SAMPLES) {
    const bytes = encode(`${texts.join('\n')}\n`.repeat(20), encoding)
    for (const cut of [0, 1]) assert.equal(guessEncoding(bytes.subarray(0, bytes.length - cut)), encoding)
  }
})

test('any bytes have an encoding that reads them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      new TextDecoder(guessEncoding(bytes), { fatal: true }).decode(bytes, { stream: true })
    }),
  )
})
