//! Generates hostile bodies from a seed.

/// The largest generated body, in bytes. The service accepts 5.5 MB.
const LARGEST: usize = 5_400_000;

/// A body for a tool.
pub(super) struct Hostile {
    pub(super) kind: &'static str,
    pub(super) tool: &'static str,
    pub(super) bytes: Vec<u8>,
}

/// Generates one body after the other. The same seed gives the same bodies.
pub(super) struct Generator {
    random: fastrand::Rng,
    made: usize,
}

/// Writes a value of about this many bytes.
type Kind = (&'static str, fn(&mut fastrand::Rng, usize) -> String);

const KINDS: &[Kind] = &[
    ("objects nested in objects", |_, size| nested(r#"{"":"#, "0", "}", size)),
    ("arrays nested in arrays", |_, size| nested("[", "", "]", size)),
    ("objects that never end", |_, size| r#"{"":"#.repeat(size / 4)),
    ("an array of small objects", |_, size| list(r#"{"":0}"#, size)),
    ("an array of small arrays", |_, size| list("[[]]", size)),
    ("an array of numbers", |_, size| list("0", size)),
    ("an array of empty strings", |_, size| list(r#""""#, size)),
    ("an array of strings", |_, size| {
        list(r#""img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00""#, size)
    }),
    ("an object of many keys", |_, size| {
        let pairs: Vec<String> = (0..size / 12).map(|number| format!(r#""{number}":0"#)).collect();
        format!("{{{}}}", pairs.join(","))
    }),
    ("the same key again and again", |_, size| {
        format!("{{{}}}", vec![r#""a":[{"":0}]"#; size / 13].join(","))
    }),
    ("a long string", |_, size| format!(r#""{}""#, "x".repeat(size))),
    ("a long string of escapes", |random, size| {
        let escape = *random
            .choice(&[r"\u0000", r"\\", r"\ud83d\ude00", r"\u00e4", r#"\""#])
            .unwrap_or(&"");
        format!(r#""{}""#, escape.repeat(size / escape.len()))
    }),
    ("a long string of white space", |_, size| {
        format!(r#""{}""#, "\u{2003}".repeat(size / 3))
    }),
    ("a number of many digits", |random, size| {
        let digits: String = (0..size).map(|_| random.digit(10)).collect();
        match random.u8(0..4) {
            0 => format!("1{digits}"),
            1 => format!("0.{digits}"),
            2 => format!("1{digits}e-{size}"),
            _ => format!("1e{digits}"),
        }
    }),
    ("numbers of many digits", |random, size| {
        let digits: String = (0..700).map(|_| random.digit(10)).collect();
        list(&format!("0.{digits}e300"), size)
    }),
    ("strings that look like URLs", |random, size| {
        let url = random
            .choice(["data:image/png;base64,", "https://example.com/", "data:,%"])
            .unwrap_or_default();
        format!(r#""{url}{}""#, "%41".repeat(size / 3))
    }),
];

/// The number of places for the value in the body.
const PLACES: usize = 5;

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: fastrand::Rng::with_seed(seed),
            made: 0,
        }
    }
}

impl Iterator for Generator {
    type Item = Hostile;

    fn next(&mut self) -> Option<Hostile> {
        let random = &mut self.random;
        let (kind, value) = KINDS[self.made % KINDS.len()];
        let place = self.made / KINDS.len() % PLACES;
        self.made += 1;
        // Sizes of all orders of magnitude, and many of the largest.
        let size = (LARGEST >> random.u32(0..12)) - random.usize(0..1_000);
        let value = value(random, size);
        let tool = &contract::tools::TERMS[random.usize(0..contract::tools::TERMS.len())];
        let schema = (tool.input_schema)();
        let parameters: Vec<&String> = schema["properties"]
            .as_object()
            .map(|all| all.keys().collect())
            .unwrap_or_default();
        let parameter = random.choice(&parameters).map_or("unknown", |name| name.as_str());
        let body = match place {
            // As a parameter.
            0 | 1 => format!(r#"{{"{parameter}":{value}}}"#),
            // As an item of a list in a parameter.
            2 => format!(r#"{{"{parameter}":[{value}]}}"#),
            // As a parameter beside a cursor.
            3 => format!(r#"{{"{parameter}":{value},"cursor":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}"#),
            // As the whole body.
            _ => value,
        };
        let mut bytes = body.into_bytes();
        // Some bodies are truncated.
        if random.u8(0..10) == 0 {
            bytes.truncate(bytes.len() - random.usize(1..10));
        }
        Some(Hostile {
            kind,
            tool: tool.name,
            bytes,
        })
    }
}

/// A value of `size` bytes with nested `open` and `close` around `inside`.
fn nested(open: &str, inside: &str, close: &str, size: usize) -> String {
    let depth = size / (open.len() + close.len());
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

/// An array of `size` bytes that repeats one item.
fn list(item: &str, size: usize) -> String {
    let count = size / (item.len() + 1);
    format!("[{}]", vec![item; count].join(","))
}
