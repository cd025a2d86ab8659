import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { jpegOf, multipartOf, pngOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('office_files')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
})
afterAll(() => running.stop())

type Sending = Parameters<typeof multipartOf>[2]
const send = (url: string, field: string, bytes: Buffer, how: Sending = {}, by = token): Promise<Enveloped> =>
  office.call({ method: 'POST', url: `/prod-api${url}`, token: by, ...multipartOf(field, bytes, how) })
const sendPicture = (bytes: Buffer, how: Sending = {}) => send('/file/uploadImg', 'file', bytes, how)
const urlIn = ({ data }: Enveloped): string => (data as { url: string }).url
const fetched = (url: string) => running.api.inject({ url })
const filesKept = async (): Promise<number> => Number((await running.pool.query('select count(*) from platform.files')).rows[0].count)

describe('a picture', () => {
  test.each([
    ['image/png', pngOf(), 'picture.png'],
    ['image/jpeg', jpegOf(), 'picture.jpg'],
  ])('that is %s is kept and shown as that, whatever it was called', async (mediaType, bytes) => {
    const answer = await sendPicture(bytes, { fileName: '../../etc/passwd.html', mediaType: 'text/html' })
    expect(answer).toMatchObject({ code: 200, data: { name: 'passwd.html' } })
    const shown = await fetched(urlIn(answer))
    expect(shown.headers).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(shown.headers['content-security-policy']).toContain('sandbox')
    expect(shown.rawPayload.equals(bytes)).toBe(true)
  })

  test('goes on without comments, a telephone’s notes and what hangs behind its end', async () => {
    const script = '<script>alert(1)</script>'
    const png = await fetched(urlIn(await sendPicture(pngOf({ comment: script, tail: script }))))
    expect(png.rawPayload.equals(pngOf())).toBe(true)
    const jpeg = await fetched(urlIn(await sendPicture(jpegOf({ comment: script, camera: 'at 41.9N 12.5E', tail: `PK\x03\x04${script}` }))))
    expect(jpeg.body).not.toMatch(/script|41\.9N|PK/)
    // The way it was held is kept, so that no picture is rotated.
    expect(jpeg.rawPayload.subarray(0, 40).toString('hex')).toContain('4578696600004d4d002a00000008000101120003000000010006')
  })

  test.each([
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF that is a script', Buffer.from('GIF89a/*....*/=1;alert(1)')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PNG by its first bytes alone', Buffer.concat([pngOf().subarray(0, 8), Buffer.from('<script>alert(1)</script>')])],
    ['a JPEG by its first bytes alone', Buffer.concat([jpegOf().subarray(0, 4), Buffer.from('<script>alert(1)</script>')])],
    ['a PNG cut off', pngOf().subarray(0, -4)],
    ['a JPEG cut off', jpegOf().subarray(0, -2)],
    ['a PNG of which a byte was changed', Buffer.from(pngOf().map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
    ['a PNG with fewer pixels than it says', pngOf({ pixels: Buffer.alloc(3) })],
    ['a PNG that unpacks to more than it says', pngOf({ pixels: Buffer.alloc(20_000_000) })],
    // requirement of Shell, answers and limits: Upload images png or jpg only, judged by their bytes | – | POST /prod-api/file/uploadImg
  ])('is refused when it is %s', async (_, bytes) => {
    const before = await filesKept()
    expect(await sendPicture(bytes)).toMatchObject({ code: 500, reason: 'unsupported-media-type' })
    expect(await filesKept()).toBe(before)
  })

  test('whose lines stand in seven passes is counted as such', async () => {
    // 64 pixels in 15 lines of the passes, each behind a byte for its filter.
    const passes = { width: 8, height: 8, isInterlaced: true }
    expect((await sendPicture(pngOf({ ...passes, pixels: Buffer.alloc(79) }))).code).toBe(200)
    expect((await sendPicture(pngOf({ ...passes, pixels: Buffer.alloc(72) }))).reason).toBe('unsupported-media-type')
  })

  test('is refused by its pixels and by its bytes before it is unpacked', async () => {
    expect((await sendPicture(pngOf({ width: 60_000, height: 60_000, pixels: Buffer.alloc(1) }))).reason).toBe('too-large')
    expect((await sendPicture(Buffer.concat([pngOf(), Buffer.alloc(5 * 1024 * 1024)]))).reason).toBe('too-large')
  })

  test.each([
    ['no file', multipartOf('other', pngOf()), 'request-invalid'],
    ['an empty one', multipartOf('file', Buffer.alloc(0)), 'request-invalid'],
    ['a body of another kind', { payload: '{}', headers: { 'content-type': 'application/json' } }, 'unsupported-media-type'],
    ['a field that reaches for the prototype', multipartOf('file', pngOf(), { fields: { ['__proto__']: 'x' } }), 'request-invalid'],
    [
      'more fields than anybody needs',
      multipartOf('file', pngOf(), { fields: Object.fromEntries(Array.from({ length: 50 }, (_, nth) => [`f${nth}`, 'x'])) }),
      'request-invalid',
    ],
  ])('is asked for again where there is %s', async (_, body, reason) => {
    expect((await office.call({ method: 'POST', url: '/prod-api/file/uploadImg', token, ...body })).reason).toBe(reason)
  })

  test('is not accepted without sign-in, nor a multipart body where none belongs', async () => {
    const body = multipartOf('file', pngOf())
    expect((await office.call({ method: 'POST', url: '/prod-api/file/uploadImg', ...body })).code).toBe(401)
    const elsewhere = await office.call({ method: 'POST', url: '/prod-api/system/notice', token, ...body })
    expect(elsewhere.reason).toBe('unsupported-media-type')
  })
})

describe('the address of a picture', () => {
  test('is signed for one file of one tenant until a moment: any other is nothing', async () => {
    const url = urlIn(await sendPicture(pngOf()))
    const other = urlIn(await sendPicture(pngOf({ width: 5 })))
    const change = (name: string, value: string): string => {
      const [path, query] = url.split('?')
      return `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), [name]: value })}`
    }
    const forged = [
      change('tenant', 'south'),
      change('until', String(Date.now() + 9e9)),
      change('until', '1'),
      change('signature', 'AAAA'),
      `${other.split('?')[0]}?${url.split('?')[1]}`,
    ]
    for (const address of forged) expect((await fetched(address)).json()).toMatchObject({ code: 404 })
    expect((await fetched(url.split('?')[0]!)).json()).toMatchObject({ code: 500, reason: 'request-invalid' })
    expect((await fetched(url)).headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
  })
})

describe('a person’s picture and a tenant’s logo', () => {
  test('are shown with what they belong to, and take the place of the one before', async () => {
    const before = await filesKept()
    const avatar = async () => ((await office.call({ url: '/prod-api/system/user/getInfo', token })).user as { avatar: string }).avatar
    expect(await avatar()).toBe('')
    for (const width of [4, 6]) {
      const answer = await send('/system/user/profile/avatar', 'avatarfile', pngOf({ width }))
      expect(answer).toMatchObject({ code: 200, imgUrl: expect.stringContaining('/prod-api/file/image/') })
      expect((await fetched(await avatar())).rawPayload.equals(pngOf({ width }))).toBe(true)
    }
    expect(await filesKept()).toBe(before + 1)
    const logo = await send('/system/tenant/logo', 'file', pngOf({ width: 9 }))
    const { data } = await office.call({ url: '/prod-api/system/user/getTenant', token })
    expect(data).toMatchObject({ logoUrl: (logo.data as { logoUrl: string }).logoUrl })
    const clerk = await office.logIn('clerk')
    expect((await send('/system/tenant/logo', 'file', pngOf(), {}, clerk)).reason).toBe('permission-missing')
  })

  test('of a removed person are deleted with them', async () => {
    const made = await office.call({ method: 'POST', url: '/prod-api/system/user', token, payload: { userName: 'leaves', nickName: 'L' } })
    const { userId, initialPassword } = made.data as { userId: number; initialPassword: string }
    await running.pool.query('update platform.users set must_change_password = false where user_id = $1', [userId])
    const own = await office.logIn('leaves', initialPassword)
    expect((await send('/system/user/profile/avatar', 'avatarfile', pngOf(), {}, own)).code).toBe(200)
    expect((await office.call({ method: 'DELETE', url: `/prod-api/system/user/${userId}`, token })).code).toBe(200)
    const { rows } = await running.pool.query(`select from platform.files where create_by = 'leaves'`)
    expect(rows).toEqual([])
  })

  test('of an operator who visits stays at home', async () => {
    const own = await office.logIn('operator')
    const payload = { code: 'south', reason: 'A call about logos' }
    const visit = await office.call({ method: 'POST', url: '/prod-api/system/tenant/visit', token: own, payload })
    const visiting = (visit.data as { access_token: string }).access_token
    expect((await send('/system/user/profile/avatar', 'avatarfile', pngOf(), {}, visiting)).code).toBe(200)
    const { rows } = await running.pool.query(
      `select tenant, create_by from platform.files where purpose = 'avatar' and create_by = 'operator'`,
    )
    expect(rows).toEqual([{ tenant: 'platform', create_by: 'operator' }])
  })
})

test('a person who sends picture after picture is stopped', async () => {
  await running.pool.query(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by)
     select gen_random_uuid(), 'north', 'image', 'x', 'image/png', '', 'admin' from generate_series(1, 100)`,
  )
  expect((await sendPicture(pngOf())).reason).toBe('storage-full')
})
