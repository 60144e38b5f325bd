// The XML tokenizer: whatever it is fed, and in whatever pieces, it reads it or refuses it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadableStatement } from '../../../server/lib/xml/unreadable-statement.ts';
import { XmlReader } from '../../../server/lib/xml/xml-tokenizer.ts';
import { fc } from '../../support/property.ts';

test('no text makes the XML reader do anything but read it or refuse it', () => {
  const piece = fc.constantFrom(
    ...['<', '>', '/', '<a', '</a>', '<a>', '<a b="c">', '&', ';', '&amp;', '<![CDATA[', ']]>'],
    ...['<!--', '-->', '<?', '?>', '"', '=', ' ', '\n', 'text', '&#x41;', '<a/>', '<!DOCTYPE'],
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, size) => {
        const text = parts.join('');
        const readBy = (step: number) => {
          const told: string[] = [];
          const reader = new XmlReader({
            open: (name) => told.push(`+${name}`),
            text: (found) => told.push(found),
            close: () => told.push('-'),
          });
          try {
            for (let at = 0; at < text.length; at += step) reader.push(text.slice(at, at + step));
            reader.end();
            return told.join('');
          } catch (error) {
            if (error instanceof UnreadableStatement) return 'refused';
            throw error;
          }
        };
        assert.equal(readBy(size), readBy(text.length || 1));
      },
    ),
    { numRuns: 1_000 },
  );
});
