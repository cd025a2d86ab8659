import { createSign, generateKeyPairSync } from 'node:crypto'

const tag = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([type, ...length]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => tag(0x30, ...parts)
const identifier = (hex: string): Buffer => tag(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const nameOf = (name: string): Buffer => sequence(tag(0x31, sequence(identifier('550403'), tag(0x0c, Buffer.from(name)))))
const timeOf = (text: string): Buffer => tag(0x18, Buffer.from(text))
const extension = (oid: string, value: Buffer): Buffer => sequence(identifier(oid), tag(0x04, value))

/** A key and a certificate of its own for localhost, made anew by each run, so that the repository has no private key. */
export const selfSigned = (): { key: string; cert: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = nameOf('stand-in')
  const addresses = sequence(tag(0x82, Buffer.from('localhost')), tag(0x87, Buffer.from([127, 0, 0, 1])))
  const content = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(timeOf('20200101000000Z'), timeOf('21000101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tag(0xa3, sequence(extension('551d11', addresses), extension('551d13', sequence(tag(0x01, Buffer.from([0xff])))))),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const der = sequence(content, ecdsaWithSha256, tag(0x03, Buffer.from([0]), signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}
