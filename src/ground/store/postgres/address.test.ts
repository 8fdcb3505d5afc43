import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { BadPostgresAddress, problemOfPostgresAddress, readPostgresAddress } from './address.ts'

const connections = (url: string) =>
  readPostgresAddress(url).servers.map(({ url: own }) => {
    const { host, port, user, password, database } = new pg.Client({ connectionString: own })
    return { host, port, user, password, database }
  })

test('each host of an address is a server with the same name, password and database [store.hosts]', () => {
  const same = { user: 'hub', password: 'a@b,c', database: 'garden' }
  const expected = [
    { host: 'one', port: 5432, ...same },
    { host: '::1', port: 5433, ...same },
    { host: '/run/pg', port: 5434, ...same },
  ]
  for (const url of [
    'postgres://hub:a%40b%2Cc@one,[::1]:5433,%2Frun%2Fpg:5434/garden?target_session_attrs=read-write',
    'postgresql://hub:a%40b%2Cc@/garden?host=one,::1,/run/pg&port=5432,5433,5434',
  ]) {
    assert.deepEqual(connections(url), expected)
    const { servers, mustBeWritable } = readPostgresAddress(url)
    assert.deepEqual(
      [servers.map(({ name }) => name), mustBeWritable],
      [['one:5432', '[::1]:5433', '/run/pg:5434'], true],
    )
  }
  const options = 'options=-csearch_path%3Dgarden%2Cpublic&application_name=a+b'
  const { servers } = readPostgresAddress(`postgres://one,two/garden?${options}`)
  for (const { url } of servers)
    assert.match(url, /options=-csearch_path%3Dgarden%2Cpublic&application_name=a\+b$/)
})

test('sslrootcert=system means the authorities that Node knows, and always verifies [store.hosts]', () => {
  for (const url of [
    'postgres://hub:pw@db/hub?sslrootcert=system',
    'postgres://hub:pw@db/hub?application_name=a&sslrootcert=system&connect_timeout=5',
    'postgres://one,two/hub?sslrootcert=system',
    'postgres://hub:pw@db/hub?sslmode=verify-full&sslrootcert=system',
    'postgres://hub:pw@db/hub?sslrootcert=system&sslmode=verify-full',
    'postgres://one,two/hub?sslmode=verify-full&sslrootcert=system',
  ])
    for (const { url: own } of readPostgresAddress(url).servers) {
      assert.doesNotMatch(own, /sslrootcert/)
      assert.match(own, /sslmode=verify-full/)
      assert.doesNotThrow(() => new pg.Client({ connectionString: own }))
    }
  for (const mode of ['disable', 'allow', 'no-verify'])
    for (const hosts of ['db', 'one,two'])
      assert.match(
        problemOfPostgresAddress(`postgres://${hosts}/hub?sslmode=${mode}&sslrootcert=system`) ?? '',
        /sslrootcert=system needs sslmode=verify-full/,
      )
})

test('an address with one host stays unchanged, and requires write access only if it says so [store.hosts]', () => {
  for (const url of [
    'postgres://hub:p,w@db/hub',
    'postgres://hub@/garden?host=%2Frun%2Fpg',
    'postgres://db/hub?target_session_attrs=any',
  ])
    assert.deepEqual(readPostgresAddress(url), {
      servers: [{ url, name: 'the server' }],
      mustBeWritable: false,
    })
  assert.equal(readPostgresAddress('postgres://db/hub?target_session_attrs=primary').mustBeWritable, true)
})

test('an invalid address is refused with the reason, without any part of the address [store.hosts]', () => {
  for (const [url, problem] of [
    ['postgres://u:sesame@one,/db', /host 2 is invalid/],
    ['postgres://u:sesame@,one/db', /host 1 is invalid/],
    ['postgres://u:sesame@one:sesame,two/db', /port of host 1 is no number/],
    ['postgres://u:sesame@one,two:0/db', /port of host 2 is no number/],
    ['postgres://u:sesame@one,two:65536/db', /port of host 2 is no number/],
    ['postgres://u:sesame@one:,two/db', /port of host 1 is no number/],
    ['postgres://u:sesame@one,one:5432/db', /named twice/],
    ['postgres://u:ses@me@one,two/db', /%40/],
    ['postgres://u:5432,sesame/x@one,two/db', /%40, %2F/],
    ['postgres://u:ses%ame@one,two/db', /%25/],
    ['postgres://u:sesame@one,two/db?port=5433', /either before the database or as parameters/],
    ['postgres://u:sesame@/db?host=one,two&port=1,2,3', /as many ports as hosts/],
    ['postgres://u:sesame@/db?host=one,', /host 2 is missing/],
    ['postgres://u:sesame@one,two/db?target_session_attrs=any', /read-write or primary/],
    ['postgres://u:sesame@one/db?target_session_attrs=standby', /read-write or primary/],
    ['postgres://u:sesame@one,two/db?target_session_attrs=any&target_session_attrs=any', /given twice/],
    ['postgres://u:sesame@one,two/db#x', /expected postgres/],
    ['mysql://u:sesame@one,two/db', /expected postgres/],
  ] as const)
    assert.throws(
      () => readPostgresAddress(url),
      (error: Error) =>
        error instanceof BadPostgresAddress &&
        problem.test(error.message) &&
        !/sesame|ses@me|ses%/.test(error.message),
      url,
    )
})

const aHost = fc.record({
  host: fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.constantFrom('::1', '2001:db8::2'),
    fc.constantFrom('/run/pg', '/srv/a b'),
  ),
  port: fc.integer({ min: 1, max: 65_535 }),
})

test('pg reads the hosts, name and password of an address as they were written [store.hosts]', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(aHost, { minLength: 2, maxLength: 5, selector: ({ host, port }) => `${host} ${port}` }),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      (hosts, user, password) => {
        const written = hosts.map(({ host, port }) =>
          host.includes(':') ? `[${host}]:${port}` : `${encodeURIComponent(host)}:${port}`,
        )
        const who = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
        assert.deepEqual(
          connections(`postgres://${who}@${written.join(',')}/garden`),
          hosts.map(({ host, port }) => ({ host, port, user, password, database: 'garden' })),
        )
      },
    ),
  )
})

test('every address is read, or refused without any part of it [store.hosts]', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'a 1 , : @ / ? # [ ] % = &'.split(' '), ' ') }),
      (rest) => {
        try {
          assert.ok(readPostgresAddress(`postgres://${rest}`).servers.length > 0)
        } catch (error) {
          assert.ok(error instanceof BadPostgresAddress, String(error))
        }
      },
    ),
  )
})
