import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** SHA-256 in hexadecimal digits. Web Crypto is absent on plain HTTP, so the hash does without it. */
export const digestOf = (bytes: ArrayBuffer): string => bytesToHex(sha256(new Uint8Array(bytes)))
