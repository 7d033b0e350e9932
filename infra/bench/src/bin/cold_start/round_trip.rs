//! Measures the round trip to DynamoDB's stub with a client that does nothing else. A function spends at least this
//! time on each wait for DynamoDB, in addition to the work of the stub.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use tokio::time::Instant;

use crate::{Failure, WARM_CALLS, dynamodb::DynamoDb};

/// The measured round trips.
#[derive(Debug, Default)]
pub(crate) struct RoundTrips {
    /// The sum of all round trips of a first call, including the connection.
    pub(crate) first: Vec<Duration>,
    /// The sum of all round trips of a later call.
    pub(crate) warm: Vec<Duration>,
    /// The first round trip of a connection, including the connection.
    pub(crate) connecting: Vec<Duration>,
    /// A later round trip over an open connection.
    pub(crate) connected: Vec<Duration>,
}

impl RoundTrips {
    /// Sends the requests of a first call and of the later calls, one after another over one connection.
    pub(crate) fn measure(&mut self, dynamodb: &DynamoDb) -> Result<(), Failure> {
        let began = Instant::now();
        let mut connection = Connection::open(dynamodb.address())?;
        let connecting = began.elapsed();
        let (mut all, mut is_first) = (connecting, true);
        for way in connection.call(dynamodb, true)? {
            all += way;
            if std::mem::take(&mut is_first) {
                self.connecting.push(connecting + way);
            }
        }
        self.first.push(all);
        for _ in 0..WARM_CALLS {
            let round_trips = connection.call(dynamodb, false)?;
            self.warm.push(round_trips.iter().sum());
            self.connected.extend(round_trips);
        }
        Ok(())
    }
}

struct Connection(BufReader<TcpStream>);

impl Connection {
    fn open(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    /// The round-trip time of each wait of a call, without the work of the stub.
    fn call(&mut self, dynamodb: &DynamoDb, is_first: bool) -> Result<Vec<Duration>, Failure> {
        let asked = dynamodb.recorded_requests(is_first);
        dynamodb.expect_call(is_first);
        let mut round_trips = Vec::with_capacity(asked.len());
        let mut worked = Duration::ZERO;
        for asked in &asked {
            let took = self.ask(&asked.bytes)?;
            let before = std::mem::replace(&mut worked, dynamodb.waited());
            if asked.is_wait {
                round_trips.push(took.saturating_sub(worked - before));
            }
        }
        Ok(round_trips)
    }

    /// Sends a request, reads the whole response, and returns the duration.
    fn ask(&mut self, request: &[u8]) -> Result<Duration, Failure> {
        let began = Instant::now();
        self.0.get_mut().write_all(request)?;
        let mut length = 0;
        let mut line = String::new();
        while self.0.read_line(&mut line)? > 2 {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse()?;
            }
            line.clear();
        }
        self.0.read_exact(&mut vec![0; length])?;
        Ok(began.elapsed())
    }
}
